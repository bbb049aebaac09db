"""Whether a sentence tells an amount of the thing, month, person and role that the tools told it of (DESIGN §4).

A figure with a source may still be said of the wrong thing: this is where that is seen.
"""

from mel.agent.attribution.attributions import Attributions, Fault, Held

__all__ = ["Attributions", "Fault", "Held"]
