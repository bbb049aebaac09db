"""Ways to fill the `LanguageModel` port: scripted, embedded, provider, routed."""
