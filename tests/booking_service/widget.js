// A fake of the booking widget. Like the real widget, it needs a library, and it sets a global variable.
window.bookingWidget = { ready: window.jQuery() === "the library's" };
