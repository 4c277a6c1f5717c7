"""Messages to players: mail and webhooks."""
