"""Writes the JSON Schema of ``gym.toml``, by which editors complete and check it: ``python -m scripts.gym_schema``."""

from gym_site.brand import SCHEMA, schema

if __name__ == "__main__":
    SCHEMA.write_text(schema(), encoding="utf-8")
