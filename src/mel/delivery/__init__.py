"""What came in, what must go out, what is due to run: values and ports."""

from mel.delivery.inbox import Claim, Inbox

__all__ = ["Claim", "Inbox"]
