"""What every page shares: who may see it, its language, its frame, its tables."""
