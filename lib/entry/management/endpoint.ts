import { z } from "zod";
import type { Caller, Context } from "#lib/core/context";
import type { ErrorCode } from "#lib/core/errors";
import type { ActiveSession } from "#lib/domain/accounts/sessions";
import type { Scope, Token } from "#lib/domain/tokens/schema";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name | keyof ParamsOf<Rest>]: string }
  : Record<never, string>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type Query = z.ZodObject | undefined;
type Body = z.ZodType | undefined;

/** A method and a path: `GET /v1/forms/{formId}`. */
type Route = `${Method} /${string}`;

type Input<R extends string, Q, B> = {
  params: ParamsOf<R>;
  query: Parsed<Q>;
  body: Parsed<B>;
};

/**
 * `run` returns a JSON body, nothing (204), or a whole response; `data` is the content of the body under that
 * name.
 */
type RunOrData<Args extends unknown[]> =
  | { run: (...args: Args) => Promise<unknown>; data?: never }
  | { data: (...args: Args) => Promise<unknown>; run?: never };

type WithRun<Args extends unknown[]> = { run: (...args: Args) => Promise<unknown> };

/**
 * An endpoint's input, and whether it may queue email or events, so that data leaves the service.
 * `maxBodyBytes`: for bodies larger than 32 KiB.
 */
type InputShapes<Q, B> = { query?: Q; body?: B; queues?: boolean; maxBodyBytes?: number };

export type ResponseSpec = {
  description: string;
  /** Schema of the whole JSON body; absent for 204 and for bytes. */
  schema?: z.ZodType;
  /** Media type of a response that isn't JSON. */
  mediaType?: string;
  example?: unknown;
};

type Definition<Q, B> = InputShapes<Q, B> & {
  operationId: string;
  summary: string;
  description?: string;
  /** Null if any valid token is enough. */
  scope: Scope | null;
  /** True if the body may be missing or empty, which then counts as `{}`. */
  isBodyOptional?: boolean;
  example?: {
    query?: Readonly<Record<string, string | number>>;
    body?: B extends z.ZodType ? z.input<B> : undefined;
  };
  /**
   * The status of a response with the result of `run`, unless `run` returns the whole response; 200 by default.
   */
  status?: 200 | 201 | 202 | 204;
  /** Success responses by status. */
  responses: Readonly<Record<number, ResponseSpec>>;
  /** Codes beyond those that every endpoint can respond with. */
  errors?: readonly ErrorCode[];
  /** True if its requests have their own rate limit, because integrations call it in bursts. */
  hasOwnBucket?: boolean;
};

type TokenArgs<R extends string, Q, B> = [ctx: Context, input: Input<R, Q, B> & { token: Token }];

type Address = { method: Method; path: string };

/** A management endpoint as data; routes, the OpenAPI document, and tests are made from it. */
export type Endpoint = Definition<Query, Body> &
  WithRun<TokenArgs<string, Query, Body>> &
  Address & { tag: string };

/**
 * The cast drops the parsed types, but they still apply: the pipeline parses with these schemas before it
 * calls `run`.
 */
function define<E, Args extends unknown[]>(
  route: string,
  { data, ...definition }: RunOrData<Args>,
  more: { access?: AccountEndpoint["access"] } = {},
): E {
  const [method, path] = route.split(" ");
  const run = data && { run: async (...args: Args) => ({ data: await data(...args) }) };
  return { method, path, ...definition, ...run, ...more } as unknown as E;
}

export function defineEndpoint<
  const R extends Route,
  Q extends Query = undefined,
  B extends Body = undefined,
>(route: R, definition: Definition<Q, B> & RunOrData<TokenArgs<R, Q, B>>): Omit<Endpoint, "tag"> {
  return define(route, definition);
}

/** Groups endpoints under one heading of the documentation, with their shared members. */
export function withTag(
  shared: Pick<Endpoint, "tag" | "hasOwnBucket">,
  endpoints: readonly Omit<Endpoint, "tag">[],
): Endpoint[] {
  return endpoints.map((endpoint) => ({ ...endpoint, ...shared }));
}

/** `device`: the secret that identifies the browser as known, or null. */
type OpenArgs<R extends string, Q, B> = [
  input: Input<R, Q, B> & { caller: Caller; device: string | null },
];
type SessionArgs<R extends string, Q, B> = [session: ActiveSession, input: Input<R, Q, B>];

/** A JSON endpoint for the dashboard's session; API tokens can't call it. */
export type AccountEndpoint = Address &
  InputShapes<Query, Body> &
  (
    | ({ access: "anyone" } & WithRun<OpenArgs<string, Query, Body>>)
    | ({ access: "session" } & WithRun<SessionArgs<string, Query, Body>>)
  );

export function defineAccountEndpoint<
  const R extends Route,
  Q extends Query = undefined,
  B extends Body = undefined,
>(route: R, definition: InputShapes<Q, B> & RunOrData<SessionArgs<R, Q, B>>): AccountEndpoint {
  return define(route, definition, { access: "session" });
}

export function defineOpenEndpoint<
  const R extends Route,
  Q extends Query = undefined,
  B extends Body = undefined,
>(route: R, definition: InputShapes<Q, B> & RunOrData<OpenArgs<R, Q, B>>): AccountEndpoint {
  return define(route, definition, { access: "anyone" });
}

export function pageOf<S extends z.ZodType>(item: S) {
  return z.strictObject({
    data: z.array(item).describe("The items on this page."),
    nextCursor: z
      .string()
      .nullable()
      .describe("Cursor for the next page. Send it back unchanged. Null on the last page."),
  });
}

export function dataResponse<S extends z.ZodType>(
  description: string,
  schema: S,
  example: z.output<S>,
): ResponseSpec {
  return { description, schema: z.strictObject({ data: schema }), example: { data: example } };
}

export function pageResponse<S extends z.ZodType>(
  description: string,
  item: S,
  example: z.output<S>,
  nextCursor: string | null = null,
): ResponseSpec {
  return { description, schema: pageOf(item), example: { data: [example], nextCursor } };
}
