/** Email clients truncate or reject longer URLs. */
const MAX_QUOTED = 800;

/**
 * A `mailto:` URL with exactly one recipient: unescaped, `?` and `&` in a visitor's text could add
 * others (RFC 6068).
 */
export function mailtoHref(
  address: string,
  header: { subject?: string; body?: string } = {},
): string {
  const at = address.lastIndexOf("@");
  const to = `${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
  const fields = Object.entries(header).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return fields.length > 0 ? `mailto:${to}?${fields.join("&")}` : `mailto:${to}`;
}

type RepliedMessage = {
  address: string;
  formName: string;
  fields: readonly (readonly [string, string | readonly string[]])[];
};

export function replyHref({ address, formName, fields }: RepliedMessage): string {
  const written = fields
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : value.join(", ")}`)
    .join("\n");
  const characters = Array.from(written);
  const cut =
    characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED).join("")} …` : written;
  const quoted = cut
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join("\r\n");
  return mailtoHref(address, { subject: `Re: ${formName}`, body: `\r\n\r\n${quoted}` });
}
