"""A form's way out: fields -> sanitise -> validate -> store -> compose -> deliver. No Reflex, no web server."""
