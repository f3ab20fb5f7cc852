"""The gym's words and figures as frozen, typed records. Imports no Reflex."""
