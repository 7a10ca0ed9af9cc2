import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Form } from "#lib/domain/forms/schema";

const POLL_MS = 50;
/** Longer than the lease of a delivery: another service on the same database may have been cut off with it. */
const POLL_LIMIT_MS = 45_000;

/** Polls for a result that the service produces shortly after a response. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const limit = Date.now() + POLL_LIMIT_MS;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > limit)
      throw new Error(`timed out after ${POLL_LIMIT_MS} ms waiting for ${what}`);
    await pause(POLL_MS);
  }
}

type Sent = { body?: unknown; headers?: Record<string, string> };

/** Calls the service; throws unless the response has this status. */
export async function ask(url: string, method: string, status: number, { body, headers }: Sent) {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (response.status !== status)
    throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}

export async function dataOf<S extends z.ZodType>(response: Response, schema: S) {
  return schema.parse(z.object({ data: z.unknown() }).parse(await response.json()).data);
}

/** Follows the cursor of a list to its end. */
export async function everyPage<S extends z.ZodType>(
  query: Record<string, string>,
  item: S,
  read: (query: string) => Promise<Response>,
): Promise<z.output<S>[]> {
  const Page = z.object({ data: z.array(item), nextCursor: z.string().nullable() });
  const items: z.output<S>[] = [];
  let cursor: string | null = null;
  do {
    const search = new URLSearchParams({ ...query, limit: "50", ...(cursor ? { cursor } : {}) });
    const page: z.output<typeof Page> = Page.parse(await (await read(`${search}`)).json());
    items.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}

const Accepted = z.object({ id: z.string(), receivedAt: z.number() });
type Fields = Record<string, string | string[]>;

/** Sends a submission like a script; returns its id. */
export async function sendMessage(baseUrl: string, form: Form, fields: Fields): Promise<string> {
  const response = await ask(`${baseUrl}/f/${form.publicKey}`, "POST", 200, { body: fields });
  return (await dataOf(response, Accepted)).id;
}

/** Sends a submission with files; returns its id. */
export async function sendFiles(
  baseUrl: string,
  form: Form,
  fields: Record<string, string>,
  files: readonly File[],
): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const file of files) body.append("files", file);
  const response = await fetch(`${baseUrl}/f/${form.publicKey}`, {
    method: "POST",
    headers: { accept: "application/json" },
    body,
  });
  if (response.status !== 200) throw new Error(await response.text());
  return (await dataOf(response, Accepted)).id;
}
