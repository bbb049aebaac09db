"""Looks into the rooms, changes none."""

from mel.planning.feasibility import Feasibility, MonthOutlook, feasibility
from mel.planning.snapshot import Snapshot, snapshot

__all__ = ["Feasibility", "MonthOutlook", "Snapshot", "feasibility", "snapshot"]
