"""What stands for the server where there is none: see `alone` and `search`."""
