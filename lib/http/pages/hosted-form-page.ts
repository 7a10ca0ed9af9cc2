import { html, type Markup } from "#lib/core/html";
import {
  ACCEPT,
  FILE_HINT,
  formEnding,
  hostedName,
  type VisitorForm,
} from "#lib/http/pages/form-parts";
import { given, layout } from "#lib/http/pages/layout";

type HostedFormPage = {
  nonce: string;
  form: VisitorForm;
  /** New on each load, so a double click doesn't create a duplicate. */
  idempotencyKey: string;
};

const fileField = (name: string): Markup => html`<div class="field">
<label for="files">Files <span class="optional">(optional)</span></label>
<p class="hint" id="files-hint">${FILE_HINT}</p>
<input type="file" id="files" name="${name}" multiple accept="${ACCEPT}" aria-describedby="files-hint">
</div>`;

/** The hosted form, for owners without a website. */
export function hostedFormPage({ nonce, form, idempotencyKey }: HostedFormPage): string {
  const encoding = form.uploadsEnabled
    ? "multipart/form-data"
    : "application/x-www-form-urlencoded";
  const { honeypot } = form;
  return layout({
    nonce,
    title: form.name,
    hasWidget: form.widgetSiteKey !== null,
    content: html`<h1>${given(form.name)}</h1>
<p class="quiet">Your message goes straight to our inbox.</p>
<form method="post" action="/f/${form.publicKey}" enctype="${encoding}" accept-charset="utf-8">
<div class="field">
<label for="name">Name <span class="optional">(optional)</span></label>
<input type="text" id="name" name="${hostedName("name", honeypot)}" autocomplete="name" dir="auto">
</div>
<div class="field">
<label for="email">Email <span class="optional">(optional)</span></label>
<p class="hint" id="email-hint">So we can reply to you.</p>
<input type="email" id="email" name="${hostedName("email", honeypot)}" autocomplete="email" aria-describedby="email-hint">
</div>
<div class="field">
<label for="message">Message</label>
<textarea id="message" name="${hostedName("message", honeypot)}" rows="6" required dir="auto"></textarea>
</div>
${form.uploadsEnabled && fileField(hostedName("files", honeypot))}
${formEnding({ form, idempotencyKey, consentGiven: false, button: "Send message" })}
</form>`,
  });
}
