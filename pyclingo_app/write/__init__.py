"""Results as text, JSON, pictures and pages: every sentence about a result stands here once."""
