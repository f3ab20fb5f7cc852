"""What the gym says: frozen, typed records. Imports no Reflex."""
