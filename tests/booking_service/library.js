// Plays the widget's script library: it takes over a name that the page may have used.
window.$ = window.jQuery = () => "the library's";
window.libraryVersion = 1;
