"""The version of this package, which is that of the program inside it."""

VERSION = "0.2.0"

#: The version of the protocol that this package speaks; docs/protocol.md has it.
PROTOCOL = 1
