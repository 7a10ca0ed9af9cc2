/** A part as browsers send it: text for fields, bytes with a filename for files. */
export type SentPart = { name: string; filename?: string; content: string | Uint8Array };

export const BOUNDARY = "----FormBoundary7MA4YWxkTrZu0gW";

function headers({ name, filename }: SentPart): string {
  const percentEscape = (text: string) =>
    text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const disposition = `Content-Disposition: form-data; name="${percentEscape(name)}"`;
  if (filename === undefined) return `${disposition}\r\n\r\n`;
  return `${disposition}; filename="${percentEscape(filename)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
}

/** A multipart/form-data body as browsers write it. */
export function multipartBody(parts: readonly SentPart[], boundary = BOUNDARY): Buffer {
  return Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(`--${boundary}\r\n${headers(part)}`),
      Buffer.from(part.content),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}
