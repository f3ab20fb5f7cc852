"""The site's own HTTP routes: forms, records, health. Also its log and its shutdown."""
