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
  if (!answer.ok || answer.redirected) return;
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
  if (added && before.size)
    document.querySelector("#news").textContent = added === 1 ? "A new request." : `${added} new requests.`;
}
if (list) setInterval(() => document.hidden || refresh().catch(() => {}), 15_000);

// How long a text is, while it is typed.
for (const count of document.querySelectorAll("[data-count]")) {
  const text = document.getElementById(count.dataset.count);
  text.addEventListener("input", () => {
    count.textContent = [...text.value].length;
  });
}

// The mistakes of a text while it is typed, by the server's rules.
const form = document.querySelector("form[data-check]");
let waiting, asked;
async function check() {
  asked?.abort();
  asked = new AbortController();
  const body = new URLSearchParams(new FormData(form));
  body.append("act", "check");
  const headers = { "Desk-Refresh": "1" };
  const answer = await fetch(form.action, { method: "POST", body, headers, signal: asked.signal });
  const look = form.querySelector("#look");
  if (answer.status === 403) {
    look.hidden = false;
    look.textContent = "You were signed out: copy what you typed, then load this page again.";
  }
  if (!answer.ok) return;
  const links = [];
  for (const [name, faults] of Object.entries(await answer.json())) {
    const said = form.querySelector(`[data-fault="${CSS.escape(name)}"]`);
    if (!said) continue; // a field that is only there once the form is saved
    said.hidden = !faults.length;
    if (said.textContent !== faults.join(" ")) said.textContent = faults.join(" ");
    const field = form.elements[name];
    field.setAttribute("aria-invalid", faults.length > 0);
    if (!faults.length) continue;
    const link = document.createElement("a");
    link.href = `#${field.id}`;
    link.textContent = field.labels[0].textContent;
    links.push(" ", link);
  }
  look.hidden = !links.length;
  look.replaceChildren("Look at", ...links);
}
form?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => check().catch(() => {}), 600);
});

// Whether the pages with a change are made.
const making = document.querySelector("#making[data-waits]");
async function follow() {
  const address = making.dataset.waits || "/making";
  const progress = await (await fetch(address, { headers: { "Desk-Refresh": "1" } })).json();
  if (progress.text && progress.text !== making.textContent) making.textContent = progress.text;
  if (progress.goes_on) setTimeout(follow, 5000);
  else if (making.dataset.waits) location.reload();
}
if (making) setTimeout(follow, 5000);

// The bar with the actions comes into view once something is chosen, and says how many are.
const bar = document.querySelector("#bar");
function count() {
  const all = bar.querySelector("[name=all]");
  const number = list.querySelectorAll(":checked").length;
  const output = document.querySelector("#how-many");
  output.hidden = !number;
  output.textContent = all?.checked ? "All chosen" : `${number} chosen`;
  bar.classList.toggle("sticky", number > 0);
}
if (bar) {
  addEventListener("pageshow", count); // a browser may bring back what was chosen
  bar.form.addEventListener("change", ({ target }) => {
    const boxes = [...list.querySelectorAll("input")];
    const all = bar.querySelector("[name=all]");
    if (target === all) for (const box of boxes) box.checked = all.checked;
    else if (all && !target.checked) all.checked = false;
    count();
  });
}

// The part of a photo that pages show: a frame that a finger moves, and three sliders.
for (const frame of document.querySelectorAll("[data-crop]")) {
  const [image, part] = frame.children;
  const [x, y, size] = ["x", "y", "size"].map((key) => frame.closest("form").elements[`${frame.dataset.crop}.${key}`]);
  const range = () => {
    const own = image.naturalWidth / image.naturalHeight / frame.dataset.shape;
    return [Math.min(1, 1 / own), Math.min(1, own)].map((most) => (most * size.value) / 100);
  };
  const show = () => {
    const [width, height] = range();
    part.hidden = !image.naturalWidth;
    Object.assign(part.style, {
      left: `${x.value * (1 - width)}%`,
      top: `${y.value * (1 - height)}%`,
      width: `${100 * width}%`,
      height: `${100 * height}%`,
    });
  };
  image.addEventListener("load", show);
  for (const slider of [x, y, size]) slider.addEventListener("input", show);
  part.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    part.setPointerCapture(event.pointerId);
  });
  part.addEventListener("pointermove", (event) => {
    if (!part.hasPointerCapture(event.pointerId)) return;
    const [width, height] = range();
    if (width < 1) x.valueAsNumber += (100 * event.movementX) / image.width / (1 - width);
    if (height < 1) y.valueAsNumber += (100 * event.movementY) / image.height / (1 - height);
    show();
  });
  show();
}

// A file that the server would refuse is not sent.
const chosen = document.querySelector("[data-most]");
chosen?.addEventListener("change", () => {
  const isLarge = chosen.files[0]?.size > Number(chosen.dataset.most);
  document.querySelector("#too-large").hidden = !isLarge;
  if (isLarge) chosen.value = "";
});

// A photo takes a while: its button says so, and is not tapped twice.
for (const work of document.querySelectorAll("[data-works]"))
  work.addEventListener("submit", ({ submitter }) => {
    setTimeout(() => {
      submitter.disabled = true;
    });
    work.querySelector("[role=status].works").hidden = false;
  });
