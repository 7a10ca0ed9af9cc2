import { type Attempt, nextAttempt } from "./attempt";
import { prepareSolution, takeSolution } from "./challenge";
import { NEAREST, say, showError } from "./feedback";
import { placeForms } from "./place";
import { type Failure, type Success, send } from "./send";
import { pageLanguage, wordsFor } from "./words";

declare global {
  interface Window {
    /** Cloudflare's script. */
    turnstile?: { reset: (container: Element) => void };
  }
}

/** When someone first typed into a form since it was last sent. */
const started = new WeakMap<HTMLFormElement, number>();

type State = { isSending: boolean; attempt?: Attempt; clearErrors?: () => void };

const states = new WeakMap<HTMLFormElement, State>();

/** A module has no `currentScript`. */
function findOrigin(): string {
  const { currentScript, scripts } = document;
  const script =
    currentScript instanceof HTMLScriptElement
      ? currentScript
      : Array.from(scripts).find(({ src }) => /\/form(\/v\d+)?\.js/.test(src));
  return script ? new URL(script.src).origin : "";
}

const origin = findOrigin();

/** The form's address if it's one of this service. An input may be named "action" or "method". */
function findAddress(form: HTMLFormElement, submitter: Element | null): string | null {
  const read = (name: string) =>
    submitter?.getAttribute(`form${name}`) || form.getAttribute(name) || "";
  const link = document.createElement("a");
  link.href = read("action");
  const isOurs = link.origin === origin && link.pathname.startsWith("/f/");
  return isOurs && read("method").toLowerCase() !== "dialog" ? link.href : null;
}

/** Reads the form as the browser would send it. Before 2023, browsers left out the button. */
function readForm(form: HTMLFormElement, submitter: Element | null): FormData {
  const isButton = submitter instanceof HTMLButtonElement || submitter instanceof HTMLInputElement;
  if (!isButton) return new FormData(form);
  const data = new FormData(form, submitter);
  const { name, type, value } = submitter;
  if (name && type !== "image" && !data.has(name)) data.append(name, value);
  return data;
}

/** @returns false if a listener has canceled the event, and shows the result itself */
function announce(form: HTMLFormElement, type: "success" | "error", detail: Success | Failure) {
  const options = { bubbles: true, cancelable: true, detail };
  return form.dispatchEvent(new CustomEvent(`form-intake:${type}`, options));
}

/** Sets the stage for styles: `sending`, `sent`, or `failed`. */
function setStage(form: HTMLFormElement, stage: string): void {
  form.setAttribute("data-form-intake", stage);
}

function finish(form: HTMLFormElement, success: Success): void {
  setStage(form, "sent");
  success.message = form.getAttribute("data-success") || success.message;
  success.redirect = form.getAttribute("data-redirect") || success.redirect;
  say(form, "status", "");
  if (!announce(form, "success", success)) return;
  HTMLFormElement.prototype.reset.call(form);
  say(form, "status", success.message).scrollIntoView(NEAREST);
  if (success.redirect === null) return;
  const next = new URL(success.redirect, document.baseURI);
  // Never runs a "javascript:" URL that someone got into the attribute.
  if (/^https?:$/.test(next.protocol)) location.assign(next.href);
}

function fail(form: HTMLFormElement, state: State, failure: Failure): void {
  setStage(form, "failed");
  // The next try is another message.
  if (failure.code === "idempotency_key_reused") delete state.attempt;
  say(form, "status", "");
  if (announce(form, "error", failure))
    state.clearErrors = showError(form, failure.message, failure.fields);
}

/** A challenge is valid once. */
function resetWidget(form: HTMLFormElement): void {
  const field = form.querySelector('[name="cf-turnstile-response"]');
  const widget = form.querySelector(".cf-turnstile") || field?.parentElement;
  if (window.turnstile && widget) window.turnstile.reset(widget);
}

/** The address without what only the page itself needs to know. */
function shorten(address: string): string {
  const url = new URL(address);
  const query = url.search
    .slice(1)
    .split("&")
    .filter((part) => /^utm_/i.test(part));
  return url.origin + url.pathname + (query.length > 0 ? `?${query.join("&")}` : "");
}

/** Where the message is written. The owner's own fields of these names come first. */
function writtenOn(): [string, string][] {
  const { referrer, title } = document;
  return [
    ["_service_page", shorten(location.href)],
    ["_service_title", title],
    ["_service_referrer", referrer && new URL(referrer).origin],
  ];
}

async function submit(form: HTMLFormElement, url: string, data: FormData): Promise<void> {
  const state: State = states.get(form) || { isSending: false };
  if (state.isSending) return;
  states.set(form, state);
  state.isSending = true;
  state.attempt = nextAttempt(state.attempt, data);
  data.set("_service_idempotency_key", state.attempt.key);
  const since = started.get(form);
  if (since) data.set("_service_filled_in_ms", String(Date.now() - since));
  for (const [name, value] of writtenOn()) if (value && !data.has(name)) data.set(name, value);
  // The response speaks it, unless the form has a language of its own.
  data.set("_service_language", pageLanguage(form));
  const words = wordsFor(form);
  if (state.clearErrors) state.clearErrors();
  delete state.clearErrors;
  setStage(form, "sending");
  say(form, "status", form.getAttribute("data-sending") || words.sending);
  // A page may have a widget of its own that solves it.
  const solution = data.get("altcha") || (await takeSolution(form, url));
  if (solution) data.set("altcha", solution);
  const outcome = await send(url, data, words);
  state.isSending = false;
  if ("success" in outcome) {
    states.delete(form);
    started.delete(form);
    finish(form, outcome.success);
  } else fail(form, state, outcome.failure);
  resetWidget(form);
}

// While someone types, so that no one has to wait.
addEventListener("focusin", ({ target }) => {
  const form = target instanceof Element && target.closest("form");
  const url = form && findAddress(form, null);
  if (form && url) prepareSolution(form, url);
});

addEventListener("input", ({ target }) => {
  const form = target instanceof Element && target.closest("form");
  if (form && !started.has(form)) started.set(form, Date.now());
});

// On the window, so that the page's own listeners come first and can prevent it.
addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  const url = findAddress(form, submitter);
  if (url === null) return;
  // Anything that fails up to here leaves the form to the browser.
  const data = readForm(form, submitter);
  event.preventDefault();
  submit(form, url, data);
});

if (document.readyState === "loading")
  document.addEventListener("DOMContentLoaded", () => placeForms(origin));
else placeForms(origin);
