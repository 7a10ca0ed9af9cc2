/** Text in single quotes as a POSIX shell reads it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Text as a string of JavaScript, also of a script that stands in a page. */
export function scriptLiteral(text: string): string {
  return JSON.stringify(text)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Text as the value of an HTML attribute in double quotes. */
export function attributeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Tells spreadsheets that the bytes are UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * What makes a spreadsheet take a cell for a formula: `= + - @`, tab, CR and LF at its start
 * (OWASP, CSV Injection), their full-width forms, and any of these behind blanks or invisible
 * characters, which some programs strip first.
 */
const FORMULA = /^[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u;

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One record (RFC 4180): every cell quoted, ended by CRLF, and none of them a formula. */
export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}
