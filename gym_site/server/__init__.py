"""What stands round the app: headers, plain form posts."""
