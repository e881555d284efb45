// Comforts only: every page works without this file.

const on = (type, handler) => document.addEventListener(type, handler);

// Dialogs: a link to a confirmation page opens the same question in place.
on("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  const dialog = opener && document.getElementById(opener.dataset.dialog);
  if (dialog?.showModal) {
    event.preventDefault();
    dialog.showModal();
    return;
  }
  const closer = event.target.closest("[data-close-dialog]");
  if (closer) {
    event.preventDefault();
    closer.closest("dialog").close();
  } else if (event.target.nodeName === "DIALOG") {
    event.target.close(); // a click on the backdrop lands on the dialog itself
  }
});

// Toasts: good news leaves by itself unless somebody is reading it; the rest stays until dismissed.
const SECONDS_A_TOAST_STAYS = 10;

function welcomeToast(toast) {
  if (toast.dataset.welcomed) return;
  toast.dataset.welcomed = "yes";
  if (!toast.matches(".success, .info")) return;
  let timer;
  const wait = () => (timer = setTimeout(() => toast.remove(), SECONDS_A_TOAST_STAYS * 1000));
  const hold = () => clearTimeout(timer);
  toast.addEventListener("pointerenter", hold);
  toast.addEventListener("focusin", hold);
  toast.addEventListener("pointerleave", wait);
  toast.addEventListener("focusout", wait);
  wait();
}

const toasts = document.getElementById("toasts");
if (toasts) {
  toasts.append(...toasts.children); // a status is read aloud when it changes, not when the page opens
  [...toasts.children].forEach(welcomeToast);
  new MutationObserver(() => [...toasts.children].forEach(welcomeToast)).observe(toasts, { childList: true });
}
on("click", (event) => event.target.closest("[data-dismiss]")?.closest(".toast-card")?.remove());

// Busy buttons: one press is enough. Wait a turn, so that the value of the pressed button is still sent.
on("submit", (event) => {
  const button = event.submitter;
  const form = event.target;
  if (!button || form.method !== "post" || form.target === "_blank" || event.defaultPrevented) return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  setTimeout(() => {
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
  });
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("button[aria-busy=true]:not([data-sample])")) {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
});

// Copy buttons: they copy the text of the element that they name, and say so.
on("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).innerText.trim());
  const said = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => (button.textContent = said), 2000);
});
for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;

on("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});

// The demo's sign-ins fill the form; the visitor still presses the button.
on("click", (event) => {
  const person = event.target.closest("[data-fill-login]");
  if (!person) return;
  document.getElementById("id_login").value = person.dataset.fillLogin;
  document.getElementById("id_password").value = person.dataset.fillPassword;
  document.querySelector("form.entrance-form button[type=submit]").focus();
});

// Menus are popovers: the browser closes them on Escape and on a click elsewhere. Following a link to this page closes them too.
on("click", (event) => event.target.closest("[popover] a")?.closest("[popover]").hidePopover?.());

// After an error the first thing to read is the summary. Those of the style guide are only pictures.
document.querySelector(".error-summary:not(.guide *)")?.focus();
