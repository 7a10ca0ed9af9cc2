import { z } from "zod";
import type { ActiveSession } from "#lib/accounts/sessions";
import type { Caller } from "#lib/accounts/sign-in";
import type { Context } from "#lib/core/context";
import type { ErrorCode } from "#lib/core/errors";
import type { Scope, Token } from "#lib/tokens/schema";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name | keyof ParamsOf<Rest>]: string }
  : Record<never, string>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What an endpoint returns: a status with a JSON body, or a whole response (CSV, file bytes). */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | Response;

export type ResponseSpec = {
  description: string;
  /** Schema of the whole JSON body; absent for 204 and for bytes. */
  schema?: z.ZodType;
  /** Media type of a response that isn't JSON. */
  mediaType?: string;
};

/** A management endpoint as data; routes, the OpenAPI document and tests are made from it. */
export type Endpoint = {
  operationId: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** null: any valid token. */
  scope: Scope | null;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Whether the body may be missing or empty, which then counts as `{}`. */
  isBodyOptional?: boolean;
  /** Success responses by status. */
  responses: Readonly<Record<number, ResponseSpec>>;
  /** Codes beyond those that every endpoint can respond with. */
  errors: readonly ErrorCode[];
  /** Whether it may queue email or events, which are then sent right after the response. */
  queues: boolean;
  run: (ctx: Context, input: EndpointInput) => Promise<Reply>;
};

export type EndpointInput = {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  token: Token;
};

type Definition<Path extends string, Query, Body> = Omit<
  Endpoint,
  "path" | "query" | "body" | "run" | "errors" | "queues"
> & {
  path: Path;
  query?: Query;
  body?: Body;
  errors?: readonly ErrorCode[];
  queues?: boolean;
  run: (
    ctx: Context,
    input: {
      params: ParamsOf<Path>;
      query: Parsed<Query>;
      body: Parsed<Body>;
      token: Token;
    },
  ) => Promise<Reply>;
};

/**
 * Declares an endpoint. The cast drops the parsed types, which hold all the same: the pipeline parses
 * with these schemas before it calls `run`.
 */
export function defineEndpoint<
  const Path extends string,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Definition<Path, Query, Body>): Endpoint {
  return { errors: [], queues: false, ...definition } as unknown as Endpoint;
}

export type AccountInput<Body, Query> = {
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  caller: Caller;
};

/** A JSON endpoint for the dashboard's session; API tokens can't call it. */
export type AccountEndpoint = {
  method: Method;
  path: string;
  query?: z.ZodObject;
  body?: z.ZodType;
} & (
  | { access: "anyone"; run: (input: AccountInput<unknown, unknown>) => Promise<Reply> }
  | {
      access: "session";
      run: (session: ActiveSession, input: AccountInput<unknown, unknown>) => Promise<Reply>;
    }
);

type AccountDefinition<Query, Body> = {
  method: Method;
  path: string;
  query?: Query;
  body?: Body;
} & (
  | {
      access: "anyone";
      run: (input: AccountInput<Parsed<Body>, Parsed<Query>>) => Promise<Reply>;
    }
  | {
      access: "session";
      run: (
        session: ActiveSession,
        input: AccountInput<Parsed<Body>, Parsed<Query>>,
      ) => Promise<Reply>;
    }
);

/** Declares a session endpoint; the pipeline parses with these schemas before it calls `run`. */
export function defineAccountEndpoint<
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: AccountDefinition<Query, Body>): AccountEndpoint {
  return definition as unknown as AccountEndpoint;
}

/** The envelope of one page of a list. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.strictObject({
    data: z.array(item).describe("The items on this page, newest first."),
    nextCursor: z
      .string()
      .nullable()
      .describe("Cursor for the next page. Send it back unchanged. Null on the last page."),
  });
}
