"""The gym's texts and figures, as frozen and typed items. Nothing here imports Reflex."""
