import type { AppError, ErrorDetail } from "#lib/core/errors";
import {
  isPageName,
  SENDER_PAGE_FIELD,
  SENDER_REFERRER_FIELD,
  SENDER_TITLE_FIELD,
} from "#lib/core/fields/control-fields";
import type { FieldPairs } from "#lib/core/fields/fields";
import { html, Markup } from "#lib/core/html";
import { settings } from "#lib/core/settings/settings";
import { fillMarkup, fillText, isolated } from "#lib/core/texts";
import { checkScript } from "#lib/entry/visitor-pages/check-fields";
import {
  actionOf,
  contextInputs,
  formEnding,
  type VisitorForm,
  type WritingPage,
} from "#lib/entry/visitor-pages/form-parts";
import {
  fieldLabel,
  type KeptField,
  keepFields,
  keptInput,
  problemLinks,
} from "#lib/entry/visitor-pages/kept-fields";
import { layout } from "#lib/entry/visitor-pages/layout";
import {
  type ListedField,
  listedInput,
  listedInputs,
  listFields,
  type SelectedFiles,
  toKept,
  unlistedFields,
  unlistedFiles,
} from "#lib/entry/visitor-pages/listed-fields";
import { type VisitorWords, visitorWords } from "#lib/entry/visitor-pages/visitor-words";
import type { PageTexts } from "#lib/entry/visitor-pages/words/page-texts";
import { joinSentences, labelledMarkup } from "#lib/entry/visitor-pages/words/sentences";

/** No person types more fields than this, and an input for each would create a huge page. */
const MAX_KEPT_ENTRIES = 1_000;

/** The visitor's entries and selections, if they could be read. */
export type TypedContent = {
  fields: FieldPairs;
  /** Fields for the service itself. */
  controls: ReadonlyMap<string, string>;
  files: SelectedFiles;
};

type RejectedPage = {
  nonce: string;
  error: AppError;
  /** Faults of single fields, in the page's language. */
  details: readonly ErrorDetail[];
  form: VisitorForm | null;
  texts: PageTexts;
  /** The parsed body, or null if it couldn't be parsed. */
  body: TypedContent | null;
  idempotencyKey: string;
  /** The website's page that the visitor came from, or null. */
  senderPage: string | null;
  /** True if the form accepts submissions from this page's origin. */
  acceptsOwnOrigin: boolean;
};

type Kept = { listed: ListedField[]; fields: KeptField[]; files: ListedField[] };

function keep({ body, details, form, texts }: RejectedPage): Kept | null {
  if (body === null) return null;
  const { words } = texts;
  const listed = form ? listFields(form, body.fields, details) : [];
  const others = form ? unlistedFields(form, body.fields) : body.fields;
  const fields = keepFields(others, details, texts);
  if (fields.length + listed.length === 0 || fields.length > MAX_KEPT_ENTRIES) return null;
  return { listed, fields, files: unlistedFiles(listed, body.files, details, words) };
}

function problemList({ listed, fields, files }: Kept, texts: PageTexts): Markup | null {
  const links = problemLinks([...listed.map(toKept), ...fields, ...files.map(toKept)], texts);
  return links.length === 0 ? null : html`<ul>\n${links}</ul>`;
}

function alertBox(words: VisitorWords, list: Markup | null): Markup {
  return html`<div class="alert" role="alert" tabindex="-1">
<h2>${words.reason}</h2>
${words.advice !== "" && html`<p>${words.advice}</p>`}
${list}
</div>`;
}

/**
 * Returns a new key, because the next submission is another attempt. If this one may have been
 * stored, the key stays the same. Without a key, repeats are detected by their content.
 */
function nextKey({ error, body, idempotencyKey }: RejectedPage): string | null {
  const mayBeStored = error.code === "idempotency_in_progress" || error.code === "internal_error";
  if (!mayBeStored) return idempotencyKey;
  return body?.controls.get("_service_idempotency_key") || null;
}

/** Returns the page on which the message was written, which the next try sends again. */
function writtenOn({ senderPage, body }: RejectedPage): WritingPage {
  const sent = (name: string) => body?.controls.get(name) ?? null;
  return {
    page: senderPage ?? sent(SENDER_PAGE_FIELD),
    title: sent(SENDER_TITLE_FIELD),
    referrer: sent(SENDER_REFERRER_FIELD),
  };
}

function sendAgain(page: RejectedPage, form: VisitorForm, kept: Kept): Markup {
  const { words } = form.texts;
  const files = page.error.code === "uploads_disabled" ? [] : kept.files;
  const listed = kept.listed.length > 0 && listedInputs(kept.listed, form, page.body?.files);
  const consentGiven = page.body?.controls.get("_service_autoreply") === "true";
  return html`<form method="post" action="${actionOf(form)}" enctype="multipart/form-data" accept-charset="utf-8">
<h2>${words.yourMessage}</h2>
${listed}${kept.fields.map((field) => keptInput(field, true, form.texts))}
${files.map((one) => html`${listedInput(one, form, page.body?.files)}\n`)}
${
  consentGiven &&
  !form.offersReply &&
  html`<input type="hidden" name="_service_autoreply" value="true">`
}
${contextInputs(writtenOn(page))}
${formEnding({ form, idempotencyKey: nextKey(page), consentGiven, button: words.sendAgain })}
</form>${checkScript(page.nonce)}`;
}

/** Copies the page's fields. Without scripts or a clipboard, the button stays hidden. */
const COPY_SCRIPT = new Markup(
  `const button = document.getElementById("copy");
button.hidden = !navigator.clipboard;
button.onclick = () => navigator.clipboard.writeText(button.value).then(() => {
  document.getElementById("copied").textContent = button.dataset.copied;
});`,
);

/**
 * Returns whether a field has a value to copy or a problem to explain. The page fills in hidden
 * ones.
 */
function isShown({ field, values, problems }: ListedField): boolean {
  return problems.length > 0 || (field.type !== "hidden" && values.some((value) => value !== ""));
}

function copyOnly(kept: Kept, explained: VisitorWords, texts: PageTexts, nonce: string): Markup {
  const { language, words } = texts;
  const fields = [...kept.listed.filter(isShown).map(toKept), ...kept.fields];
  const typed = fields.filter(({ name, value }) => !isPageName(name) && value !== "");
  const text = typed
    .map(({ label, value }) => fillText(words.labelled, { label, text: value }, language))
    .join("\n");
  return html`<section aria-labelledby="kept">
<p>${joinSentences([...(explained.canSendAgain ? [words.sendFromThere] : []), words.copy], words)}</p>
<h2 id="kept" class="field">${words.yourMessage}</h2>
${fields.map((field) => keptInput(field, false, texts))}
<button class="button" type="button" id="copy" value="${text}" data-copied="${words.copied}" hidden>${words.copyMessage}</button>
<p class="quiet small" id="copied" role="status"></p>
<script nonce="${nonce}">${COPY_SCRIPT}</script>
</section>`;
}

function explain({ error, texts }: Pick<RejectedPage, "error" | "texts">): VisitorWords {
  return visitorWords(error, texts, settings());
}

/** Who the message is to: the business, or else just the form’s name, which no one writes to. */
function addressee({ name, business }: VisitorForm, { language, words }: PageTexts): Markup {
  return business === null ? isolated(name) : fillMarkup(words.to, { name: business }, language);
}

/** Tells whether the page has a form to send the message again. Otherwise a script may copy it. */
export function canSendAgain(
  page: Pick<RejectedPage, "error" | "texts" | "form" | "acceptsOwnOrigin">,
) {
  return explain(page).canSendAgain && page.acceptsOwnOrigin && page.form !== null;
}

/**
 * Renders the error page for a rejected submission. Typed values are shown in inputs and can be sent
 * again. If that can't help, or the form doesn't accept submissions from our origin, they're shown for
 * copying.
 */
export function rejectedPage(page: RejectedPage): string {
  const { nonce, form, texts } = page;
  const { words } = texts;
  const explained = explain(page);
  const kept = keep(page);
  const again = canSendAgain(page) && form && kept ? sendAgain(page, form, kept) : null;
  return layout({
    nonce,
    title: form ? `${words.notSent} · ${form.name}` : words.notSent,
    hasWidget: again !== null && form?.widgetSiteKey != null,
    hasChallenge: again !== null && form?.challengeUrl != null,
    form,
    texts,
    content: html`<h1>${explained.heading}</h1>
${form && html`<p class="quiet">${addressee(form, texts)}</p>`}
${alertBox(explained, kept && problemList(kept, texts))}
${again ?? (kept ? copyOnly(kept, explained, texts, nonce) : html`<p>${words.goBack}</p>`)}`,
  });
}

/** Renders the htmx fragment for a rejected submission, with each invalid field. */
export function errorFragment({
  error,
  details,
  form,
  texts,
}: Pick<RejectedPage, "error" | "details" | "form" | "texts">): string {
  const { words } = texts;
  const { reason, advice } = explain({ error, texts });
  const lines = details
    .filter(({ path }) => path !== "")
    .map(
      ({ path, message }) =>
        html`<li>${labelledMarkup(isolated(fieldLabel(path, form, words)), message, texts)}</li>`,
    );
  return html`<div role="alert"><p>${joinSentences([reason, advice], words)}</p>${
    lines.length > 0 && html`<ul>${lines}</ul>`
  }</div>`.toString();
}
