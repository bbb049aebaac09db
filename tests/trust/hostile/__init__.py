"""A model and two members who try to break Mel's promises, and an independent look at whether they did."""
