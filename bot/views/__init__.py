"""What a session looks like in Discord: layouts and controls, rebuilt from state alone."""
