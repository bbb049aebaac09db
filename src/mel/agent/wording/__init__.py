"""Every sentence that Mel draws by code: from results, never from a model."""
