"""Words every room uses: money, period, text, names, clock, ids, errors."""
