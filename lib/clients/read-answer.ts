/**
 * The text of another service's answer. Whoever is asked decides how much they send: past `maxBytes`
 * the connection ends.
 *
 * @throws when there is more
 */
export async function readAnswer(answer: Response, maxBytes = 64 * 1024): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
