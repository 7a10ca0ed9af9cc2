import { countOf } from "#lib/core/count";
import type { Template } from "#lib/domain/templates/template-input";

/** Describes what a new form gets from a file, one line each. */
export function describeTemplate(template: Template): string[] {
  const { settings, fields, page, options, spam, routing, autoresponder } = template;
  const { redirectUrl = "", allowedOrigins = [], uploads } = settings;
  const isOwn = (part: object) =>
    Object.values(part).some((value) => value !== null && value !== "auto" && value !== false);
  const hasTimes = [options.opensAt, options.closesAt, options.maxSubmissions].some(
    (one) => typeof one === "number",
  );
  const lines: (string | false)[] = [
    countOf(fields.fields?.length ?? 0, "field"),
    isOwn(page) && "Text and appearance of the hosted page",
    allowedOrigins.length > 0 && `Accepts messages from ${allowedOrigins.join(", ")} only`,
    redirectUrl !== "" && `Redirects visitors to ${redirectUrl}`,
    uploads?.enabled === true && "Accepts files",
    hasTimes && "Opening times or a limit",
    routing.rules.length > 0 && countOf(routing.rules.length, "routing rule"),
    autoresponder !== null && `Auto-reply “${autoresponder.subject}”`,
    template.blockedWords.length > 0 && countOf(template.blockedWords.length, "blocked word"),
    spam.filter === "move" && "Moves what looks like spam to the spam folder",
    spam.challenge === true && "Its own challenge against spam",
  ];
  return lines.filter((line) => line !== false);
}
