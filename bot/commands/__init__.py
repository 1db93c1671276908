"""One file per group of commands: name the intent, ask the service, return a screen."""
