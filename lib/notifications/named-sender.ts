import { settings } from "#lib/core/settings";
import { toUnlinkedName } from "#lib/notifications/unlinked-name";

const MAX_NAME = 60;
/** Characters that would end the quoted name, or begin a header. */
const UNQUOTABLE = /["\\<>\p{Cc}]/gu;

/**
 * The service's own address under another name: "Contact via Form Intake" (`via`, with BRAND_NAME if set, else
 * the name in EMAIL_FROM) or the name alone. A name that could pass for an address or link is left out.
 *
 * @returns a `From` header
 */
export function namedSender(name: string, form: "via" | "alone"): string {
  const { brand, email } = settings();
  const { from } = email;
  const { own, address = from } =
    /^\s*"?(?<own>[^"<]*?)"?\s*<(?<address>[^<>]+)>\s*$/u.exec(from)?.groups ?? {};
  const shown = toUnlinkedName(name, MAX_NAME)?.replaceAll(UNQUOTABLE, "").trim();
  if (!shown) return from;
  return `"${form === "via" ? `${shown} via ${brand.isOwn ? brand.name : own || brand.name}` : shown}" <${address}>`;
}
