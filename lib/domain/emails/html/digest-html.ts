import { html, type Markup } from "#lib/core/html";
import type { DigestContent } from "#lib/domain/emails/digests/digest-content";
import {
  callToAction,
  label,
  layOut,
  link,
  STYLES,
  smallPrint,
  title,
} from "#lib/domain/emails/html/layout";

type Form = DigestContent["forms"][number];

function message({ sender, preview, time, link: url }: Form["messages"][number]): Markup {
  return html`<p class="text" dir="auto" style="${STYLES.text}">${link(url, sender)}</p>
${preview !== "" && html`<p class="text" dir="auto" style="${STYLES.value}">${preview}</p>`}${smallPrint(time)}`;
}

function section({ name, count, messages, more, link: url }: Form): Markup {
  return html`${label(`${name} · ${count}`)}${messages.map(message)}${more && html`<p class="text" style="${STYLES.text}">${link(url, more)}</p>`}`;
}

/** Renders a digest. Everything a visitor typed is shown as text. */
export function toDigestHtml(content: DigestContent): string {
  const { subject, zone, forms, moreForms, inbox, reason, stop, change } = content;
  return layOut({
    subject,
    preview: forms.map(({ name, count }) => `${name}: ${count}`).join(", "),
    footer: [reason, html`<br>`, link(change.url, change.label), " · ", link(stop.url, stop.label)],
    content: [
      title(subject),
      smallPrint(zone),
      forms.map(section),
      moreForms && smallPrint(moreForms),
      callToAction(inbox, "Open the inbox"),
    ],
  });
}
