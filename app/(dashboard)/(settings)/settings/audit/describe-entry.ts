import { browserName } from "#lib/core/browser-name";
import type { AuditDetails, AuditEntry, AuditValue } from "#lib/domain/audit/entry";
import { AUDIT_ACTIONS } from "#lib/domain/audit/schema";

/** A sentence about an event, around the name of its subject, which may be missing. */
type Sentence = { before: string; subject: string | null; after: string };

const SENTENCES: Readonly<Record<string, string>> = AUDIT_ACTIONS;

/** The part of an entry's sentence after its actor. An action that this version doesn't know is shown as it is. */
export function describeAction({ action, subject }: AuditEntry): Sentence {
  const name = subject.name ?? subject.id;
  const sentence = SENTENCES[action] ?? action;
  const text = action in SENTENCES ? lowerFirst(sentence) : sentence;
  const [before = "", after] = text.split("{}");
  if (after !== undefined) return { before, subject: name, after };
  // The ID of a message or data request isn’t shown, because it tells a reader nothing.
  return { before: subject.name ? `${text}: ` : text, subject: subject.name, after: "" };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const LABELS: Readonly<Record<string, string>> = {
  recipientIds: "recipients",
  replyRecipientId: "reply address",
  url: "URL",
  redirectUrl: "redirect URL",
  formId: "form ID",
  headerValues: "values of headers",
};

/** `uploads.retentionDays` as "uploads retention days". */
function labelOf(name: string): string {
  const words = name.replaceAll(".", " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return LABELS[name] ?? words;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function textOf(value: AuditValue | undefined): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  return String(value);
}

type Values = Readonly<Record<string, AuditValue>>;

function valuesOf(value: AuditDetails[string] | undefined): Values {
  return typeof value === "object" && value !== null && !isList(value) ? value : {};
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

/** The details of an entry in lines, such as "Status: active → paused". */
export function describeDetails(details: AuditDetails | null): string[] {
  const { changed, from, to, ...others } = details ?? {};
  const [old, current] = [valuesOf(from), valuesOf(to)];
  const line = (name: string, text: string) => `${upperFirst(labelOf(name))}: ${text}`;
  const silent = isList(changed) ? changed.filter((name) => !(name in current)) : [];
  const isOneValue = typeof from === "string" && typeof to === "string";
  return [
    ...(isOneValue ? [`${from} → ${to}`] : []),
    ...Object.entries(current).map(([name, value]) =>
      line(name, name in old ? `${textOf(old[name])} → ${textOf(value)}` : textOf(value)),
    ),
    ...(silent.length > 0 ? [`Changed: ${silent.map(labelOf).join(", ")}`] : []),
    ...Object.entries(others).flatMap(([name, value]) => {
      if (isList(value)) return [line(name, value.join(", "))];
      // Missing details aren’t shown, such as the source of a form that isn’t a copy.
      return typeof value === "object" ? [] : [line(name, textOf(value))];
    }),
  ];
}

const MAX_PROGRAM = 40;

/** Returns "Firefox on Linux", or another program’s own name. */
export function describeProgram(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = browserName(userAgent);
  if (!browser.startsWith("Unknown")) return browser;
  return userAgent.split(" ")[0]?.slice(0, MAX_PROGRAM) || null;
}
