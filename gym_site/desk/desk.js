// The secret of a link is in its fragment, which browsers send to no server: it is put into the form here.
const secret = document.querySelector("#link [name=secret]");
if (secret && location.hash) {
  secret.value = location.hash.slice(1);
  secret.closest("label").hidden = true;
  history.replaceState(null, "", location.pathname);
}
