// The secret of a link is in its fragment, which browsers send to no server: it is put into the form here.
const secret = document.querySelector("#link [name=secret]");
if (secret && location.hash) {
  secret.value = location.hash.slice(1);
  secret.closest("label").hidden = true;
  history.replaceState(null, "", location.pathname);
}

// New requests appear by themselves; what is chosen stays chosen. The header keeps this from counting as use.
const list = document.querySelector("[data-refresh]");
async function refresh() {
  const answer = await fetch(location.href, { headers: { "Desk-Refresh": "1" } });
  if (!answer.ok || new URL(answer.url).pathname !== location.pathname) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const before = new Set([...list.children].map((row) => row.querySelector("input").value));
  const rows = [...fresh.querySelector("#list").children];
  const added = rows.filter((row) => !before.has(row.querySelector("input").value)).length;
  const chosen = new Set([...list.querySelectorAll(":checked")].map((box) => box.value));
  if (list.contains(document.activeElement)) return;
  for (const row of rows) row.querySelector("input").checked = chosen.has(row.querySelector("input").value);
  list.replaceChildren(...rows);
  document.title = fresh.title;
  document.querySelector("h1").textContent = fresh.querySelector("h1").textContent;
  if (added && before.size) document.querySelector("#news").textContent = added === 1 ? "A new request." : `${added} new requests.`;
}
if (list) setInterval(() => document.hidden || refresh().catch(() => {}), 15_000);
