"""How much memory training takes, how much there is, and what is read of it as it trains."""
