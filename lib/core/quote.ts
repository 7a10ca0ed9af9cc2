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
