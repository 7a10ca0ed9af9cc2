/**
 * The text of another service's response, which may be of any length: past `maxBytes` the connection
 * is closed.
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
