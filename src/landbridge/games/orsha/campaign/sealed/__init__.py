"""Sealed orders, for two players without a server: commit now, reveal later."""
