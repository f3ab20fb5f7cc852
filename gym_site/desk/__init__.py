"""The desk: pages with a password in which staff read requests and change what the site says (docs/for-staff.md)."""
