"""The database: tables, engine, migrations and queries of the two record tables. Does not import Reflex."""
