import { entriesOf } from "#lib/core/characters";
import { SHOWN_AT_FIELD } from "#lib/core/fields/control-fields";
import type { FieldPairs } from "#lib/core/fields/fields";
import { html, type Markup } from "#lib/core/html";
import { isolated } from "#lib/core/texts";
import { BLANK_FIELD } from "#lib/domain/forms/fields/types";
import { checkScript, problemAttributes } from "#lib/entry/visitor-pages/check-fields";
import {
  actionOf,
  contextInputs,
  fileAttributes,
  filesHint,
  formEnding,
  hostedName,
  type VisitorForm,
  type WritingPage,
} from "#lib/entry/visitor-pages/form-parts";
import { keepFields, keptInput } from "#lib/entry/visitor-pages/kept-fields";
import { layout } from "#lib/entry/visitor-pages/layout";
import { listedInputs, listFields, unlistedFields } from "#lib/entry/visitor-pages/listed-fields";
import type { PageWords } from "#lib/entry/visitor-pages/words/locales";

type HostedFormPage = {
  nonce: string;
  form: VisitorForm;
  /** New on each load, so a double click doesn't create a duplicate. */
  idempotencyKey: string;
  shownAt: Date;
  /** Fields from the page's URL, which haven't been sent; empty if there are none. */
  typed: FieldPairs;
  /** The page on which the message is written; null if the form doesn't keep that. */
  written: WritingPage | null;
  /** True for a frame that runs no scripts. */
  isPreview?: boolean;
};

const notSentYet = (words: PageWords) => html`<div class="alert" role="alert">
<h2>${words.notSentYet}</h2>
<p>${words.checkBelow}</p>
</div>`;

function fileField(form: VisitorForm): Markup {
  const { words } = form.texts;
  return html`<div class="field">
<label for="files">${words.files} <span class="optional">${words.optional}</span></label>
<p class="hint" id="files-hint">${filesHint(form)}</p>
<input type="file" id="files" name="${hostedName("files", form.honeypot)}"${fileAttributes(form, true)} aria-describedby="files-hint">
</div>`;
}

/** Finds the field of this name in any case, if it has a single value. */
function findTyped(typed: FieldPairs, hosted: string): FieldPairs[number] | undefined {
  return typed.find(
    ([name, value]) => name.toLowerCase() === hosted && entriesOf(value).length === 1,
  );
}

/** Renders the inputs of a form that has no fields of its own: name, email, message, and files. */
function usualInputs(form: VisitorForm, typed: FieldPairs): Markup {
  const { honeypot, texts } = form;
  const { words } = texts;
  const name = findTyped(typed, "name");
  const email = findTyped(typed, "email");
  const message = findTyped(typed, "message");
  const others = typed.filter((field) => field !== name && field !== email && field !== message);
  const problems = (type: "email" | "long_text", label: string, required: boolean) =>
    problemAttributes({ ...BLANK_FIELD, name: "", type, label, required }, texts);
  return html`<div class="field">
<label for="name">${words.name} <span class="optional">${words.optional}</span></label>
<input type="text" id="name" name="${hostedName("name", honeypot)}" autocomplete="name"${name && html` value="${name[1]}"`} dir="auto">
</div>
<div class="field">
<label for="email">${words.email} <span class="optional">${words.optional}</span></label>
<p class="hint" id="email-hint">${words.emailHint}</p>
<input type="email" id="email" name="${hostedName("email", honeypot)}" autocomplete="email"${email && html` value="${email[1]}"`}${problems("email", words.email, false)} aria-describedby="email-hint">
</div>
<div class="field">
<label for="message">${words.message}</label>
<textarea id="message" name="${hostedName("message", honeypot)}" rows="6"${others.length === 0 && html` required${problems("long_text", words.message, true)}`} dir="auto">${message && html`\n${message[1]}`}</textarea>
</div>
${keepFields(others, [], texts).map((field) => keptInput(field, true, texts))}
${form.uploadsEnabled && fileField(form)}`;
}

/** Renders the inputs of the form's own fields, and other fields of the URL. */
function ownInputs(form: VisitorForm, typed: FieldPairs): Markup {
  const { texts } = form;
  const others = form.acceptsOthers ? unlistedFields(form, typed) : [];
  return html`${listedInputs(listFields(form, typed, []), form)}
${keepFields(others, [], texts).map((field) => keptInput(field, true, texts))}`;
}

/** Returns whether the URL has more than values of hidden fields, which owners put into links. */
function isFilledIn({ fields }: VisitorForm, typed: FieldPairs): boolean {
  const hidden = fields.filter(({ type }) => type === "hidden").map(({ name }) => name);
  return typed.some(([name]) => !hidden.includes(name));
}

/** With an own challenge, which takes time itself, a quick second message may still get its auto-reply. */
const shownAtInput = (shownAt: Date) =>
  html`<input type="hidden" name="${SHOWN_AT_FIELD}" value="${shownAt.getTime()}">`;

/** Renders the hosted form, for owners without a website. */
export function hostedFormPage(shown: HostedFormPage): string {
  const { nonce, form, idempotencyKey, shownAt, typed, written, isPreview } = shown;
  const { page } = form;
  const { words } = form.texts;
  const encoding = form.uploadsEnabled
    ? "multipart/form-data"
    : "application/x-www-form-urlencoded";
  const intro = page.intro === null ? words.intro : isolated(page.intro);
  return layout({
    nonce,
    title: page.title ?? form.name,
    hasWidget: form.widgetSiteKey !== null,
    hasChallenge: form.challengeUrl !== null,
    form,
    content: html`<h1>${isolated(page.title ?? form.name)}</h1>
${page.intro !== "" && html`<p class="quiet${page.intro !== null && " text"}">${intro}</p>`}
${isFilledIn(form, typed) && notSentYet(words)}
<form method="post" action="${actionOf(form)}" enctype="${encoding}" accept-charset="utf-8">
${form.challengeUrl === null && shownAtInput(shownAt)}
${form.fields.length > 0 ? ownInputs(form, typed) : usualInputs(form, typed)}
${written && contextInputs(written)}
${formEnding({ form, idempotencyKey, consentGiven: false, button: page.button ?? words.send })}
</form>${!isPreview && checkScript(nonce)}`,
  });
}
