"""The database layer: engine, tables, migrations, queries, copying to another database. Does not import Reflex."""
