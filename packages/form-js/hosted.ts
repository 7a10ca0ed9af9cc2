import { prepareSolution, takeSolution } from "./challenge";

/** Solves the challenge of the hosted form, which the browser then submits as usual. */
function watch(form: HTMLFormElement, note: HTMLElement): void {
  const address = form.getAttribute("action") || "";
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "altcha";
  form.appendChild(field);
  let isWaiting = false;
  form.addEventListener("focusin", () => prepareSolution(form, address));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isWaiting) return;
    isWaiting = true;
    note.textContent = note.getAttribute("data-sending");
    field.value = await takeSolution(form, address);
    HTMLFormElement.prototype.submit.call(form);
  });
  // Someone comes back to the page as they left it.
  addEventListener("pageshow", () => {
    isWaiting = false;
    note.textContent = "";
  });
}

const note = document.querySelector<HTMLElement>("[data-challenge]");
const form = note?.closest("form");
if (note && form) watch(form, note);
