"""The website of a 24-hour gym, written in Python with Reflex."""
