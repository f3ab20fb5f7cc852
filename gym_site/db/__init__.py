"""The database: tables, engine, migrations and the queries of the two record tables. Imports no Reflex."""
