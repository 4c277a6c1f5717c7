"""What is noted of wars between bots: what fell when, whether there was a front, and follies."""
