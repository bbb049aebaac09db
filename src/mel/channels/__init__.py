"""Street doors: what comes in is made a message, what goes out is drawn for the place it goes to."""
