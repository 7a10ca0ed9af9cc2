import { needsSmtpUtf8 } from "#lib/core/email-address";
import { settings } from "#lib/core/settings/settings";
import { toUnlinkedName } from "#lib/core/unlinked";

const MAX_NAME = 60;
/** Characters that would end the quoted name or start a header. */
const UNQUOTABLE = /["\\<>\p{Cc}]/gu;

/** A name that can be quoted in a header; empty if it could pass for an address or link. */
function toQuotable(name: string): string {
  return (toUnlinkedName(name, MAX_NAME) ?? "").replaceAll(UNQUOTABLE, "").trim();
}

/**
 * Returns a `From` header with the service's address and another name: "Contact via Form Intake" (`via`, with
 * BRAND_NAME if set, else the name in EMAIL_FROM) or the name alone. A name that looks like an address or a
 * link is left out.
 *
 * @returns a `From` header
 */
export function namedSender(name: string, form: "via" | "alone"): string {
  const { brand, email } = settings();
  const { from } = email;
  const { own, address = from } =
    /^\s*"?(?<own>[^"<]*?)"?\s*<(?<address>[^<>]+)>\s*$/u.exec(from)?.groups ?? {};
  const shown = toQuotable(name);
  if (shown === "") return from;
  return `"${form === "via" ? `${shown} via ${brand.isOwn ? brand.name : own || brand.name}` : shown}" <${address}>`;
}

/**
 * A visitor's address with their name, as a `Reply-To` header: `"Ada Lovelace" <ada@example.com>`. A name that could pass for
 * an address or link is left out.
 *
 * @param address - a single valid address
 */
export function namedAddress(name: string, address: string): string {
  const shown = toQuotable(name);
  return shown === "" ? address : `"${shown}" <${address}>`;
}

/**
 * Returns whether an email can name the address in its Reply-To header. Resend, which takes addresses in ASCII only, would reject
 * the whole email.
 */
export function canReplyTo(address: string): boolean {
  const { mode, smtp } = settings().email;
  return mode === "capture" || smtp !== null || !needsSmtpUtf8(address);
}
