"""Mel: a finance agent for couples, in Brazilian Portuguese."""
