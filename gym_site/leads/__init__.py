"""The lead pipeline: fields -> sanitise -> validate -> store -> compose -> deliver. No Reflex, no web server."""
