// Plays the widget: it needs its library and leaves a global of its own.
window.bookingWidget = { ready: window.jQuery() === "the library's" };
