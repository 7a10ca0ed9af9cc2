import type { AcceptedSubmission, paths, SubmissionJson } from "./generated/api-types.js";
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
type Names = {
  formId: [formId: string];
  destinationId: [destinationId: string];
  deliveryId: [deliveryId: string];
  submissionId: [submissionId: string];
  savedReplyId: [savedReplyId: string];
  emailDeliveryId: [emailDeliveryId: string];
  noteId: [noteId: string];
  replyId: [replyId: string];
  importId: [importId: string];
};
/** The IDs in a path, in its order. */
type IdsOf<P extends string> = P extends `${string}{${infer Name extends keyof Names}}${infer Rest}`
  ? [...Names[Name], ...IdsOf<Rest>]
  : [];

type JsonBody<Body> = { content: { "application/json": Body } };

/** The query or the body of an operation, if it has one. */
type InputOf<P extends Path, M extends Method> = M extends "GET"
  ? [query?: Query<P>]
  : Operation<P, M> extends { requestBody: JsonBody<infer Body> }
    ? [body: Body]
    : Operation<P, M> extends { requestBody?: JsonBody<infer Body> }
      ? [body?: Body]
      : [];

/** A method of the client: it takes the IDs of its path, `Rest`, and options. */
export type MethodOf<M extends Method, P extends Path, Rest extends unknown[] = []> = (
  ...args: [...IdsOf<P>, ...Rest, options?: CallOptions]
) => Promise<ResultOf<Operation<P, M>>>;

type Input = CallOptions & {
  path?: Record<string, unknown>;
  query?: object;
  headers?: Record<string, string>;
  body?: unknown;
};

type SubmitInput = Input & { path: { publicKey: string }; body: SubmissionJson | FormData };

/** Options of all calls: the service's address without a slash at its end, and how to send. */
export type Connection = Settings & { baseUrl: string; token: string | undefined };

/** Throws on what isn't an ID, which could change the path. */
function fillIn(path: string, ids: Record<string, unknown> = {}): string {
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
 * A result, or a method, in the shape that the caller's types have. The service's tests check every response against
 * the document that these types are generated from, and that every method calls its operation.
 */
function documented<T>(body: unknown): T {
  return body as T;
}

const isEnvelope = (body: unknown): body is { data: unknown } =>
  typeof body === "object" && body !== null && "data" in body && !Array.isArray(body.data);

/** As in package.json; a test compares. */
export const VERSION = "1.1.0-dev";

/** A path, but not a union of several: a method of any operation would take the arguments of every other one. */
type OnePath<P, Each = P> = Each extends P ? ([P] extends [Each] ? unknown : never) : never;

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
  const run = async (method: Method, path: string, args: unknown[], hasInput: boolean) => {
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
    const ids = Object.fromEntries(names.map((name, at) => [name, args[at]]));
    const rest = args.slice(names.length);
    const input = hasInput ? rest.shift() : undefined;
    const { signal } = documented<CallOptions>(rest[0] ?? {});
    const kind = method === "GET" ? "query" : "body";
    const body = await request(method, path, { path: ids, signal, [kind]: input });
    return isEnvelope(body) ? body.data : body;
  };
  return {
    /** A method for an operation without a query or body. */
    operation<M extends Method, P extends Path>(
      method: M,
      path: P & OnePath<P> & ([] extends InputOf<P, M> ? unknown : never),
    ): MethodOf<M, P> {
      return documented((...args: unknown[]) => run(method, path, args, false));
    },
    /** A method for an operation with a query or body. */
    operationWith<M extends Method, P extends Path>(
      method: M,
      path: P & OnePath<P>,
    ): MethodOf<M, P, InputOf<P, M>> {
      return documented((...args: unknown[]) => run(method, path, args, true));
    },
    /** Submits to a form, which no other call does with headers or files. */
    async submit(input: SubmitInput): Promise<AcceptedSubmission["data"]> {
      const reply = await request("POST", "/f/{publicKey}", input);
      return documented<AcceptedSubmission>(reply).data;
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
