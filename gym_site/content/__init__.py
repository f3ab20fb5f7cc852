"""The gym's texts and figures, as frozen and typed records. Nothing here imports Reflex."""
