"""Games by mail through servers: real ones where they are installed, and without."""
