// Doesn't use Zod and node:, because pages load this file.

/** The longest path of SMTP without its brackets (RFC 5321, 4.5.3.1.3). */
export const MAX_ADDRESS_CHARACTERS = 254;

const ATOM = "a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-";
const LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";

/** The WHATWG's rule for `<input type="email">`. */
export const EMAIL_PATTERN = `^[${ATOM}]+@${LABEL}(?:\\.${LABEL})*$`;
const PLAIN = new RegExp(EMAIL_PATTERN);
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);

/** A local part beyond ASCII (RFC 6531): no spaces, quotation marks, brackets, or invisible characters. */
const LOCAL = new RegExp(
  `^(?:[${ATOM}]|(?![\\x00-\\x7f\\ufffd])[\\p{L}\\p{M}\\p{N}\\p{S}\\p{Pc}\\p{Pd}\\p{Po}])+$`,
  "u",
);
/**
 * Characters that a domain may contain before it's converted to ASCII. The URL standard then checks
 * the rest.
 */
const WIDE_DOMAIN =
  /^(?:[a-zA-Z0-9.-]|(?!\p{ASCII}|\ufffd)[\p{L}\p{M}\p{N}\p{S}\p{Pd}\p{Po}\u200c\u200d])+$/u;

function toAsciiDomain(domain: string): string | null {
  if (DOMAIN.test(domain)) return domain;
  const url = `http://${domain}`;
  if (!WIDE_DOMAIN.test(domain) || !URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return DOMAIN.test(hostname) ? hostname : null;
}

/**
 * An email address with its domain in ASCII (IDNA), as email travels: `max@müller.de` gives
 * `max@xn--mller-kva.de`. Null for any other text, spaces around an address included.
 */
export function encodeAddress(text: string): string | null {
  if (text.length > MAX_ADDRESS_CHARACTERS) return null;
  if (PLAIN.test(text)) return text;
  const at = text.lastIndexOf("@");
  if (at < 1) return null;
  const local = text.slice(0, at);
  const domain = toAsciiDomain(text.slice(at + 1));
  return domain !== null && LOCAL.test(local) ? `${local}@${domain}` : null;
}

/**
 * Returns whether the text is exactly one email address: by the WHATWG's rule once its domain is in ASCII, with a local part
 * of any script. So it's safe in a header.
 */
export function isAddress(text: string): boolean {
  return encodeAddress(text) !== null;
}

/**
 * Returns whether only servers with SMTPUTF8 accept the address, because the part before the @ isn't
 * ASCII.
 */
export function needsSmtpUtf8(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf("@")));
}

/** An email address as compared: trimmed, in lower case, composed, and with its domain in ASCII. */
export function addressKey(address: string): string {
  const text = address.trim();
  return (encodeAddress(text.normalize("NFC")) ?? text).toLowerCase();
}
