import { isPageName } from "#lib/core/control-fields";
import type { AppError } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields";
import { html, Markup } from "#lib/core/html";
import { settings } from "#lib/core/settings";
import { formEnding, type VisitorForm } from "#lib/http/pages/form-parts";
import {
  type KeptField,
  type KeptFileField,
  keepFields,
  keepFileFields,
  keptFileInput,
  keptInput,
  labelOf,
  problemLinks,
} from "#lib/http/pages/kept-fields";
import { isolated, layout } from "#lib/http/pages/layout";
import { type VisitorWords, visitorWords } from "#lib/http/pages/visitor-words";

/** No person types more fields than this, and an input for each would create a huge page. */
const MAX_KEPT_ENTRIES = 1_000;

/** The visitor's entries and selections, as far as they could be read. */
export type TypedContent = {
  fields: FieldPairs;
  /** Fields that the service reads itself. */
  controls: ReadonlyMap<string, string>;
  files: readonly { field: string; filename: string }[];
};

type RejectedPage = {
  nonce: string;
  error: AppError;
  form: VisitorForm | null;
  /** The parsed body, or null if it couldn't be parsed. */
  body: TypedContent | null;
  /** A new idempotency key for the next attempt. */
  idempotencyKey: string;
  /** True if the form accepts submissions from this page's origin. */
  acceptsOwnOrigin: boolean;
};

type Kept = { fields: KeptField[]; files: KeptFileField[] };

function keep(error: AppError, body: TypedContent | null): Kept | null {
  if (body === null) return null;
  const details = error.details ?? [];
  const fields = keepFields(body.fields, details);
  if (fields.length === 0 || fields.length > MAX_KEPT_ENTRIES) return null;
  return { fields, files: keepFileFields(body.files, details) };
}

function problemList(kept: Kept): Markup | null {
  const links = problemLinks([...kept.fields, ...kept.files]);
  return links.length === 0 ? null : html`<ul>\n${links}</ul>`;
}

function alertBox(words: VisitorWords, list: Markup | null): Markup {
  return html`<div class="alert" role="alert" tabindex="-1">
<h2>${words.reason}</h2>
<p>${words.advice}</p>
${list}
</div>`;
}

/**
 * A new key, because the next submission is another attempt, unless this one may have been stored.
 * Then the key stays the same. Without a key, repeats are detected by their content.
 */
function nextKey({ error, body, idempotencyKey }: RejectedPage): string | null {
  const mayBeStored = error.code === "idempotency_in_progress" || error.code === "internal_error";
  if (!mayBeStored) return idempotencyKey;
  return body?.controls.get("_service_idempotency_key") || null;
}

function sendAgain(page: RejectedPage, form: VisitorForm, kept: Kept): Markup {
  const files = page.error.code === "uploads_disabled" ? [] : kept.files;
  const consentGiven = page.body?.controls.get("_service_autoreply") === "true";
  return html`<form method="post" action="/f/${form.publicKey}" enctype="multipart/form-data" accept-charset="utf-8">
<h2>Your message</h2>
${kept.fields.map((field) => keptInput(field, true))}
${files.map(keptFileInput)}
${
  consentGiven &&
  !form.offersReply &&
  html`<input type="hidden" name="_service_autoreply" value="true">`
}
${formEnding({ form, idempotencyKey: nextKey(page), consentGiven, button: "Send again" })}
</form>`;
}

/** Copies the page's fields. Without scripts or a clipboard, the button stays hidden. */
const COPY_SCRIPT = new Markup(
  `const button = document.getElementById("copy");
button.hidden = !navigator.clipboard;
button.onclick = () => navigator.clipboard.writeText(button.value).then(() => {
  document.getElementById("copied").textContent = "Copied.";
});`,
);

function copyOnly(kept: Kept, words: VisitorWords, nonce: string): Markup {
  const typed = kept.fields.filter(({ name, value }) => !isPageName(name) && value !== "");
  const text = typed.map(({ label, value }) => `${label}: ${value}`).join("\n");
  return html`<section aria-labelledby="kept">
<p>${
    words.canSendAgain && "Go back to the previous page and send it again from there. "
  }Here’s a copy of what you typed.</p>
<h2 id="kept" class="field">Your message</h2>
${kept.fields.map((field) => keptInput(field, false))}
<button class="button" type="button" id="copy" value="${text}" hidden>Copy my message</button>
<p class="quiet small" id="copied" role="status"></p>
<script nonce="${nonce}">${COPY_SCRIPT}</script>
</section>`;
}

const goBack = html`<p>Use your browser’s Back button. What you typed should still be there.</p>`;

/** Whether the page has a form to send the message again. Otherwise a script may copy it. */
export function canSendAgain(page: Pick<RejectedPage, "error" | "form" | "acceptsOwnOrigin">) {
  return (
    visitorWords(page.error, settings().uploadLimitMb).canSendAgain &&
    page.acceptsOwnOrigin &&
    page.form !== null
  );
}

/**
 * The error page for a rejected submission. What was typed is shown in inputs and can be sent again. If
 * that can't help, or the form doesn't accept submissions from our origin, it's shown for copying.
 */
export function rejectedPage(page: RejectedPage): string {
  const { nonce, error, form, body } = page;
  const words = visitorWords(error, settings().uploadLimitMb);
  const kept = keep(error, body);
  const again = canSendAgain(page) && form && kept ? sendAgain(page, form, kept) : null;
  return layout({
    nonce,
    title: form ? `Not sent · ${form.name}` : "Not sent",
    hasWidget: again !== null && form?.widgetSiteKey != null,
    content: html`<h1>${words.heading}</h1>
${form && html`<p class="quiet">To: ${isolated(form.name)}</p>`}
${alertBox(words, kept && problemList(kept))}
${again ?? (kept ? copyOnly(kept, words, nonce) : goBack)}`,
  });
}

/** The fragment for htmx when the submission was rejected, with each invalid field. */
export function errorFragment(error: AppError): string {
  const { reason, advice } = visitorWords(error, settings().uploadLimitMb);
  const fields = (error.details ?? []).filter(({ path }) => path !== "");
  const lines = fields.map(({ path, message }) => html`<li>${labelOf(path)}: ${message}.</li>`);
  return html`<div role="alert"><p>${reason} ${advice}</p>${
    lines.length > 0 && html`<ul>${lines}</ul>`
  }</div>`.toString();
}
