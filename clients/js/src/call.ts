import type { paths } from "./generated/api-types.js";
import { type Settings, send } from "./send.js";

type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Path = keyof paths;
type Operation<P extends Path, M extends Method> = paths[P][Lowercase<M> & keyof paths[P]];

type JsonOf<R> = R extends { content: { "application/json": infer Body } } ? Body : never;
type ReplyOf<O> = O extends { responses: infer R }
  ? { [S in keyof R]: JsonOf<R[S]> }[keyof R]
  : never;

/** The result of a call: a list with its cursor as it is, anything else without its `data` envelope. */
type ResultOf<O> = [ReplyOf<O>] extends [never]
  ? undefined
  : ReplyOf<O> extends { data: infer Data }
    ? Data extends readonly unknown[]
      ? ReplyOf<O>
      : Data
    : never;

type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

/** The query of a list or download. Values that the document calls `"true" | "false"` may also be a boolean. */
export type Query<P extends Path, Q = QueryOf<paths[P]["get"]>> = {
  [K in keyof Q]: Q[K] extends "true" | "false" | undefined ? Q[K] | boolean : Q[K];
};

export type CallOptions = {
  /** Cancels the call with its waits and retries, or a download. Throws the signal's reason. */
  signal?: AbortSignal | undefined;
};

type PathOf<O> = O extends { parameters: { path: infer Params } }
  ? { path: Params }
  : { path?: never };
type ContentOf<O> = O extends { requestBody?: infer R }
  ? NonNullable<R>["content" & keyof NonNullable<R>]
  : never;
type BodyOf<O> = [ContentOf<O>] extends [never]
  ? { body?: never }
  : ContentOf<O> extends { "application/json": infer Body }
    ? O extends { requestBody: object }
      ? { body: Body | ("multipart/form-data" extends keyof ContentOf<O> ? FormData : never) }
      : { body?: Body | undefined }
    : never;

type Input = CallOptions & {
  path?: Record<string, string>;
  query?: object;
  headers?: Record<string, string>;
  body?: unknown;
};

/** Options of all calls: the service's address without a slash at its end, and how to send. */
export type Connection = Settings & { baseUrl: string; token: string | undefined };

/** Throws on what isn't an ID, which could change the path. */
function fillIn(path: string, ids: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id === "string" && /^[\w-]+$/.test(id)) return id;
    throw new TypeError(`${name} must be an ID, but is ${JSON.stringify(id)}.`);
  });
}

function searchOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? "" : `?${search}`;
}

/**
 * The result in the shape that the caller's types have. The service's tests check every response against the
 * document that these types are generated from.
 */
function documented<T>(body: unknown): T {
  return body as T;
}

const isEnvelope = (body: unknown): body is { data: unknown } =>
  typeof body === "object" && body !== null && "data" in body && !Array.isArray(body.data);

/** As in package.json; a test compares. */
export const VERSION = "1.0.0";

/** Calls to the service. Their paths, inputs, and results are those of its document. */
export function connect({ baseUrl, token, ...settings }: Connection) {
  const request = (method: Method, path: string, input: Input, isStream = false) => {
    const { body, signal } = input;
    const headers = new Headers({
      accept: isStream ? "*/*" : "application/json",
      // Browsers ignore it.
      "user-agent": `form-intake-js/${VERSION}`,
      ...input.headers,
    });
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    const isJson = body !== undefined && !(body instanceof FormData);
    if (isJson) headers.set("content-type", "application/json");
    return send(
      {
        url: baseUrl + fillIn(path, input.path) + searchOf(input.query),
        method,
        headers,
        body: isJson ? JSON.stringify(body) : (body ?? null),
        isRepeatable: /^(GET|DELETE)$/.test(method) || headers.has("idempotency-key"),
        isStream,
        signal,
      },
      settings,
    );
  };
  return {
    /** Calls an operation that has a JSON response or none. */
    async call<P extends Path, M extends Method>(
      method: M,
      path: P,
      input: Omit<Input, "path" | "body"> & PathOf<Operation<P, M>> & BodyOf<Operation<P, M>>,
    ): Promise<ResultOf<Operation<P, M>>> {
      const body = await request(method, path, input);
      return documented(isEnvelope(body) ? body.data : body);
    },
    /** Starts a download. Its body is read by the caller. */
    async download<P extends Path>(
      path: P,
      input: Omit<Input, "path" | "body"> & PathOf<Operation<P, "GET">>,
    ): Promise<Response> {
      return documented(await request("GET", path, input, true));
    },
  };
}

export type Connected = ReturnType<typeof connect>;

/**
 * One page of a list. `nextCursor` is the `cursor` of the next one, or null on the last. A list of
 * submissions with `order: "asc"` also has `resumeCursor`: the `cursor` to continue with later.
 */
export type Page<T> = { data: T[]; nextCursor: string | null; resumeCursor?: string | null };

/** Each item of all pages, with one page in memory at a time. */
export async function* eachItem<Q extends { cursor?: string }, T>(
  list: (query: Q) => Promise<Page<T>>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  let page = await list(query);
  yield* page.data;
  while (page.nextCursor !== null) {
    page = await list({ ...query, cursor: page.nextCursor });
    yield* page.data;
  }
}
