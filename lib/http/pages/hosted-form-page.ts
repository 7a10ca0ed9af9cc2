import { ACCEPT, FILE_HINT, formEnding, type VisitorForm } from "#lib/http/pages/form-parts";
import { html } from "#lib/http/pages/html";
import { given, layout } from "#lib/http/pages/layout";

type HostedFormPage = {
  nonce: string;
  form: VisitorForm;
  /** New at every load, so that a double click is one message and a second message is another. */
  idempotencyKey: string;
};

const fileField = html`<div class="field">
<label for="files">Files <span class="optional">(optional)</span></label>
<p class="hint" id="files-hint">${FILE_HINT}</p>
<input type="file" id="files" name="files" multiple accept="${ACCEPT}" aria-describedby="files-hint">
</div>`;

/** The form itself, as the service shows it for an owner without a website. */
export function hostedFormPage({ nonce, form, idempotencyKey }: HostedFormPage): string {
  const encoding = form.uploadsEnabled
    ? "multipart/form-data"
    : "application/x-www-form-urlencoded";
  return layout({
    nonce,
    title: form.name,
    hasWidget: form.widgetSiteKey !== null,
    content: html`<h1>${given(form.name)}</h1>
<p class="quiet">Write your message here. It goes straight to the people behind this form.</p>
<form method="post" action="/f/${form.publicKey}" enctype="${encoding}" accept-charset="utf-8">
<div class="field">
<label for="name">Name <span class="optional">(optional)</span></label>
<input type="text" id="name" name="name" autocomplete="name" dir="auto">
</div>
<div class="field">
<label for="email">Email <span class="optional">(optional)</span></label>
<p class="hint" id="email-hint">Where you would like to be answered.</p>
<input type="email" id="email" name="email" autocomplete="email" aria-describedby="email-hint">
</div>
<div class="field">
<label for="message">Message</label>
<textarea id="message" name="message" rows="6" required dir="auto"></textarea>
</div>
${form.uploadsEnabled && fileField}
${formEnding({ form, idempotencyKey, consentGiven: false, button: "Send message" })}
</form>`,
  });
}
