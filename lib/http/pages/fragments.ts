import type { AppError } from "#lib/core/errors";
import { html } from "#lib/http/pages/html";
import { labelOf } from "#lib/http/pages/kept-fields";
import { visitorWords } from "#lib/http/pages/visitor-words";

/** What htmx puts into the visitor's page when the message is stored. */
export function thanksFragment(): string {
  return html`<p role="status">Thank you. Your message was received.</p>`.toString();
}

/** What htmx puts into the visitor's page when the message couldn't be sent, with each wrong field. */
export function errorFragment(error: AppError): string {
  const { reason, advice } = visitorWords(error);
  const fields = (error.details ?? []).filter(({ path }) => path !== "");
  const lines = fields.map(({ path, message }) => html`<li>${labelOf(path)}: ${message}.</li>`);
  return html`<div role="alert"><p>${reason} ${advice}</p>${
    lines.length > 0 && html`<ul>${lines}</ul>`
  }</div>`.toString();
}
