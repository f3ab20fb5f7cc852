"""Reflex pages that are painted before their scripts load, and a server that answers what pages may ask."""
