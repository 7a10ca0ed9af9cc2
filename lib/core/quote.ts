/** Puts text in single quotes for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes text as a JavaScript string literal that is also safe inside a `<script>`. */
export function scriptLiteral(text: string): string {
  return JSON.stringify(text)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Writes text as the value of a double-quoted HTML attribute. */
export function attributeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Tells spreadsheets that the bytes are UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * Text that a spreadsheet treats as a formula: `= + - @`, tab, CR, or LF at the start of a cell (OWASP, CSV
 * Injection), their full-width forms, and any of these after blanks or invisible characters, which
 * some programs strip first.
 */
const FORMULA = /^[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u;

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Writes one record (RFC 4180): every cell quoted, no cell a formula, ended by CRLF. */
export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}
