// A fake of the booking widget's library. It sets the global $, a name that the page may already have used.
window.$ = window.jQuery = () => "the library's";
window.libraryVersion = 1;
