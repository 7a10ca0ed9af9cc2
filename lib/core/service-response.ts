/**
 * Reads the text of another service's response, which may be of any length. After `maxBytes`, the
 * connection is closed.
 *
 * @throws when there is more
 */
export async function readResponse(response: Response, maxBytes = 64 * 1024): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Returns the milliseconds to wait from a `Retry-After` header, in seconds or as a date (RFC 9110
 * section 10.2.3); null if it's missing or invalid.
 */
export function readRetryAfter(text: string | null, now: Date): number | null {
  const given = text?.trim() ?? "";
  if (/^\d{1,10}$/.test(given)) return Number(given) * 1000;
  if (!/^[A-Z][a-z]+, .* GMT$/.test(given)) return null;
  const at = Date.parse(given);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
