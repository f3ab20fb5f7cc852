"""The database: tables, engine, migrations, seeds and the two records of the pages. Imports no Reflex."""
