"""The database layer: engine, tables, migrations, record queries and transfer. Does not import Reflex."""
