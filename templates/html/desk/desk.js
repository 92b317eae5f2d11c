// The page without reloading: it posts what changed, and puts the parts that come back in their places.
// Everything works without it, too: forms are plain forms, and answers are pages.
(() => {
"use strict";
const byId = (id) => document.getElementById(id);
const typed = (one) => one.matches("input[type=text], input[type=search], textarea");
const newest = new Map();
let asked = 0, sending = 0, timer = 0, waiting = null, sent = null, polling = 0, closed = null;

// Put parts in their places; the focus stays where it is, and so does a text that is being typed.
function place(text) {
  const parts = new DOMParser().parseFromString(text, "text/html");
  for (const part of parts.querySelectorAll("template[data-into]")) {
    const old = byId(part.dataset.into), focus = document.activeElement;
    if (!old) continue;
    const inside = old !== focus && old.contains(focus);
    if (inside && typed(focus)) continue;
    const {id, name, value} = focus || {};
    const unfolded = [...old.querySelectorAll("details")].map((one) => one.open);
    old.replaceChildren(document.importNode(part.content, true));
    old.querySelectorAll("details").forEach((one, at) => { one.open = one.open || unfolded[at]; });
    if (inside) {
      const same = id ? byId(id) : [...old.querySelectorAll("input, button, select, a")].find((one) => name && one.name === name && one.value === value);
      (same || old.querySelector("[tabindex='-1']") || old).focus({preventScroll: true});
    }
  }
}

function tell(problem) {
  let box = byId("closed");
  if (!problem) { if (box) box.remove(); return; }
  if (!box) {
    box = document.createElement("div");
    box.id = "closed"; box.className = "err"; box.setAttribute("role", "alert");
    document.querySelector(".page").prepend(box);
  }
  box.textContent = problem;
}

// Read a response: true where parts were placed, null where it is to be asked again.
async function read(response, number) {
  if (closed) { clearTimeout(closed); closed = null; tell(""); }
  if (response.status === 202) return null;
  if (response.status === 204) return false;
  const text = await response.text();
  const base = response.headers.get("X-Base");
  if (base) document.querySelectorAll("input[name=base]").forEach((one) => { one.value = base; });
  if (number !== asked) return false;
  const to = response.headers.get("X-To");
  if (to) { location.assign(to); return false; }
  if (response.headers.get("X-Fragment") !== "1") {
    document.open(); document.write(text); document.close();
    return false;
  }
  place(text);
  return true;
}

function lost(error) {
  tell(document.body.dataset.lost);
  closed = setTimeout(() => get(progress()), 3000);
}

// The address of the progress, for the task of this page.
const progress = () => "/progress?" + new URLSearchParams({task: (byId("work") || {dataset: {}}).dataset.task || "columns", find: (byId("find") || {}).value || ""});

async function get(address) {
  const number = asked;
  try { return await read(await fetch(address, {headers: {"X-Fragment": "1"}}), number); }
  catch (error) { lost(error); return false; }
}

// Send a form once those before it were answered, each with the spec as it then is. A newer change
// of the same form says all that an older one says, which is then not sent.
function post(form, button) {
  waiting = null;
  const number = ++asked, before = sent, data = new URLSearchParams(new FormData(form, button));
  const address = button && button.hasAttribute("formaction") ? button.formAction : form.action;
  newest.set(form, number);
  sending++;
  sent = (async () => {
    await before;
    if (button || newest.get(form) === number) await send(address, data, number);
    sending--;
  })();
}

async function send(address, data, number) {
  const base = document.querySelector("input[name=base]");
  if (base && data.has("base")) data.set("base", base.value);
  try {
    const response = await fetch(address, {method: "POST", body: data, headers: {"X-Fragment": "1"}});
    if (await read(response, number)) later();
  } catch (error) { lost(error); }
}

// What is asked when nothing else is: the progress of a run, then the bars that are not counted yet.
function later() {
  clearTimeout(polling);
  if (byId("run") && byId("run").childElementCount) polling = setTimeout(async () => { await get(progress()); later(); }, 500);
  else bars();
}

async function bars() {
  const number = asked, rows = [...document.querySelectorAll("[data-from]")].filter((row) => row.querySelector(".wait"));
  rows.sort((one, other) => other.contains(document.activeElement) - one.contains(document.activeElement));
  for (const row of rows) {
    if (number !== asked) return;
    let placed = await get(row.dataset.from);
    while (placed === null && number === asked) {
      await new Promise((done) => setTimeout(done, 300));
      placed = await get(row.dataset.from);
    }
    if (!placed) return;
  }
}

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (!form || form.dataset.live === undefined) return;
  asked++;
  clearTimeout(timer);
  waiting = form;
  timer = setTimeout(() => post(form), event.target.type === "radio" ? 150 : 0);
});
document.addEventListener("submit", (event) => {
  if (event.target.dataset.live === undefined) return;
  event.preventDefault();
  clearTimeout(timer);
  post(event.target, event.submitter);
});

// A change that was made just before a link was followed is sent first.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href^='/']");
  if (!link || link.hash || !(waiting || sending)) return;
  event.preventDefault();
  clearTimeout(timer);
  if (waiting) post(waiting);
  await sent;
  location.assign(link.href);
});

// A dropped file: its name and size go to the desk, which looks for it in its folder.
const drop = byId("drop");
if (drop) {
  drop.hidden = false;
  for (const kind of ["dragover", "drop"]) document.addEventListener(kind, (event) => event.preventDefault());
  drop.addEventListener("drop", (event) => {
    const file = event.dataTransfer.files[0];
    if (!file) return;
    drop.elements.dropped.value = file.name;
    drop.elements.size.value = file.size;
    drop.elements.kind.value = (document.querySelector("input[name=kind]:checked") || {value: ""}).value;
    drop.submit();
  });
}
later();
})();
