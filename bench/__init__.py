"""Benchmarks that print ratios: ours against a peer, in one run."""
