import { entriesOf, type FieldPairs } from "#lib/core/fields";
import { html, type Markup } from "#lib/core/html";
import {
  ACCEPT,
  fileHint,
  formEnding,
  hostedName,
  type VisitorForm,
} from "#lib/http/pages/form-parts";
import { keepFields, keptInput } from "#lib/http/pages/kept-fields";
import { isolated, layout } from "#lib/http/pages/layout";

type HostedFormPage = {
  nonce: string;
  form: VisitorForm;
  /** New on each load, so a double click doesn't create a duplicate. */
  idempotencyKey: string;
  /** Fields from the page's address, which haven't been sent; empty for none. */
  typed: FieldPairs;
};

const notSentYet = html`<div class="alert" role="alert">
<h2>Your message hasn’t been sent yet.</h2>
<p>Please check it below and select “Send message”.</p>
</div>`;

const fileField = (name: string): Markup => html`<div class="field">
<label for="files">Files <span class="optional">(optional)</span></label>
<p class="hint" id="files-hint">${fileHint()}</p>
<input type="file" id="files" name="${name}" multiple accept="${ACCEPT}" aria-describedby="files-hint">
</div>`;

/** The field of this name in any case, if it has a single value. */
function findTyped(typed: FieldPairs, hosted: string): FieldPairs[number] | undefined {
  return typed.find(
    ([name, value]) => name.toLowerCase() === hosted && entriesOf(value).length === 1,
  );
}

/** The hosted form, for owners without a website. */
export function hostedFormPage({ nonce, form, idempotencyKey, typed }: HostedFormPage): string {
  const name = findTyped(typed, "name");
  const email = findTyped(typed, "email");
  const message = findTyped(typed, "message");
  const others = typed.filter((field) => field !== name && field !== email && field !== message);
  const encoding = form.uploadsEnabled
    ? "multipart/form-data"
    : "application/x-www-form-urlencoded";
  const { honeypot } = form;
  return layout({
    nonce,
    title: form.name,
    hasWidget: form.widgetSiteKey !== null,
    content: html`<h1>${isolated(form.name)}</h1>
<p class="quiet">Your message goes straight to our inbox.</p>
${typed.length > 0 && notSentYet}
<form method="post" action="/f/${form.publicKey}" enctype="${encoding}" accept-charset="utf-8">
<div class="field">
<label for="name">Name <span class="optional">(optional)</span></label>
<input type="text" id="name" name="${hostedName("name", honeypot)}" autocomplete="name"${name && html` value="${name[1]}"`} dir="auto">
</div>
<div class="field">
<label for="email">Email <span class="optional">(optional)</span></label>
<p class="hint" id="email-hint">So we can reply to you.</p>
<input type="email" id="email" name="${hostedName("email", honeypot)}" autocomplete="email"${email && html` value="${email[1]}"`} aria-describedby="email-hint">
</div>
<div class="field">
<label for="message">Message</label>
<textarea id="message" name="${hostedName("message", honeypot)}" rows="6"${others.length === 0 && html` required`} dir="auto">${message && html`\n${message[1]}`}</textarea>
</div>
${keepFields(others, []).map((field) => keptInput(field, true))}
${form.uploadsEnabled && fileField(hostedName("files", honeypot))}
${formEnding({ form, idempotencyKey, consentGiven: false, button: "Send message" })}
</form>`,
  });
}
