/** One message on its way: its content, and the idempotency key of all its tries. */
export type Attempt = { content: string; key: string };

/** Names that the service reads itself. They aren't part of the message. */
const CONTROL = /^(_service_|(cf-turnstile-response|altcha)$)/;

/** The message as text. A file is known by its name, size, and time, because reading it takes long. */
function contentOf(data: FormData): string {
  const entries = Array.from(data).filter(([name]) => !CONTROL.test(name));
  return JSON.stringify(
    entries.map(([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [name, value.name, value.size, value.lastModified],
    ),
  );
}

/** 128 random bits. `crypto.randomUUID` exists only on pages with HTTPS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join(
    "-",
  );
}

/** The same key as the last try if nothing has changed since, a new one otherwise. */
export function nextAttempt(last: Attempt | undefined, data: FormData): Attempt {
  const content = contentOf(data);
  return last && last.content === content ? last : { content, key: newKey() };
}
