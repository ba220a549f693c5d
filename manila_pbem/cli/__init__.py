"""The command line: it parses arguments, calls the processor, prints, and turns faults into exit statuses."""
