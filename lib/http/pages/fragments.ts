import type { AppError } from "#lib/core/errors";
import { html } from "#lib/http/pages/html";
import { labelOf } from "#lib/http/pages/kept-fields";
import { visitorWords } from "#lib/http/pages/visitor-words";

/** The fragment for htmx when the submission was stored. */
export function thanksFragment(): string {
  return html`<p role="status">Thank you. Your message was received.</p>`.toString();
}

/** The fragment for htmx when the submission was rejected, with each invalid field. */
export function errorFragment(error: AppError): string {
  const { reason, advice } = visitorWords(error);
  const fields = (error.details ?? []).filter(({ path }) => path !== "");
  const lines = fields.map(({ path, message }) => html`<li>${labelOf(path)}: ${message}.</li>`);
  return html`<div role="alert"><p>${reason} ${advice}</p>${
    lines.length > 0 && html`<ul>${lines}</ul>`
  }</div>`.toString();
}
