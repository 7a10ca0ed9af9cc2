/**
 * Patterns for hosts and URLs in the OpenAPI document. They describe the normal form: ASCII, Punycode, and
 * a lowercase scheme. The checks also accept what can be converted to it. No lookarounds, which many
 * pattern engines lack.
 */
const LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
/** Starts with a letter, because a numeric last label makes it an IPv4 address. */
const LAST_LABEL = "[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = `${BYTE}(\\.${BYTE}){3}`;
const PORT = "(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4})";

const PUBLIC_HOST = `(${LABEL}\\.)+${LAST_LABEL}`;
const AUTHORITY = `(([A-Za-z0-9_-]+\\.)*${LAST_LABEL}|${IPV4})(:${PORT})?`;
/** Characters that the URL standard doesn't escape, so that a URL isn't longer in its normal form. */
const PATH = "(/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?";
const QUERY = "(\\?[A-Za-z0-9._~!$&()*+,;=:@%/?-]*)?";
const FRAGMENT = "(#[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?";

export const PUBLIC_HOSTNAME_PATTERN = `^${PUBLIC_HOST}$`;
export const HTTPS_ORIGIN_PATTERN = `^https://${AUTHORITY}$`;
export const HTTPS_URL_OR_BLANK_PATTERN = `^(https://${AUTHORITY}${PATH}${QUERY}${FRAGMENT})?$`;
export const HTTP_URL_PATTERN = `^https?://${AUTHORITY}${PATH}${QUERY}${FRAGMENT}$`;
export const WEBHOOK_URL_PATTERN = `^https://${PUBLIC_HOST}(:443)?${PATH}${QUERY}$`;
