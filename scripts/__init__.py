"""What a developer runs by hand: pictures, fonts, cards, screenshots."""
