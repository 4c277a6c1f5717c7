"""Moving those who do not fight: marches, railways, the sea, garrisons."""
