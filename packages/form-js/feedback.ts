type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Removes the errors shown at a form's fields. */
type Undo = () => void;

/** Scrolls only to what can't be seen. */
export const NEAREST: ScrollIntoViewOptions = { block: "nearest" };

let noteCount = 0;

/** The form's own element with this role, or a new one at the form's end. */
function regionOf(form: HTMLFormElement, role: "status" | "alert"): HTMLElement {
  const own = form.querySelector<HTMLElement>(`[role="${role}"]`);
  if (own) return own;
  const region = document.createElement("div");
  region.setAttribute("role", role);
  region.className = `form-intake-${role}`;
  form.appendChild(region);
  return region;
}

/** Shows a text, and empties the other element. Both stay, so that screen readers notice changes. */
export function say(form: HTMLFormElement, role: "status" | "alert", text: string): HTMLElement {
  regionOf(form, role === "alert" ? "status" : "alert").textContent = "";
  const region = regionOf(form, role);
  region.textContent = text;
  if (text) region.hidden = false;
  return region;
}

/** The API cuts a name after 100 characters. */
function isNamed(control: Control, name: string): boolean {
  return control.name === name || (name.length >= 100 && control.name.startsWith(name));
}

/** The first visible control of that name. `form.elements` could be an input of that name. */
function findControl(form: HTMLFormElement, name: string): Control | undefined {
  const controls = document.querySelectorAll<Control>("input,select,textarea");
  return Array.from(controls).find(
    (control) => control.form === form && control.type !== "hidden" && isNamed(control, name),
  );
}

/** Shows what's wrong with a field below it: after its label if that contains it. */
function markInvalid(control: Control, message: string): Undo {
  const note = document.createElement("div");
  noteCount += 1;
  note.id = `form-intake-${noteCount}`;
  note.className = "form-intake-field-error";
  note.textContent = message;
  (control.closest("label") || control).insertAdjacentElement("afterend", note);
  const describedBy = control.getAttribute("aria-describedby");
  control.setAttribute("aria-describedby", describedBy ? `${describedBy} ${note.id}` : note.id);
  control.setAttribute("aria-invalid", "true");
  return () => {
    note.remove();
    control.removeAttribute("aria-invalid");
    if (describedBy) control.setAttribute("aria-describedby", describedBy);
    else control.removeAttribute("aria-describedby");
  };
}

/**
 * Shows an error in the form's alert, and at each field that it's about. The first of these gets the
 * focus; without one the focus stays where it is.
 */
export function showError(
  form: HTMLFormElement,
  message: string,
  fields: readonly { name: string; message: string }[],
): Undo {
  let first: Control | undefined;
  const undos: Undo[] = [];
  for (const field of fields) {
    const control = findControl(form, field.name);
    if (!control) continue;
    undos.unshift(markInvalid(control, field.message));
    first = first || control;
  }
  const region = say(form, "alert", message);
  if (first) first.focus();
  else region.scrollIntoView(NEAREST);
  return () => {
    for (const undo of undos) undo();
  };
}
