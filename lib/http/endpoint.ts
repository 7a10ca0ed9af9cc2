import type { z } from "zod";
import type { Context } from "#lib/core/context";
import type { ErrorCode } from "#lib/core/errors";
import type { Scope, Token } from "#lib/tokens/schema";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name | keyof ParamsOf<Rest>]: string }
  : Record<never, string>;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What an endpoint answers: a status with a JSON body, or a whole response (CSV, file bytes). */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | Response;

export type ResponseSpec = {
  description: string;
  /** Schema of the whole JSON body; absent for 204 and for bytes. */
  schema?: z.ZodType;
  /** Media type of an answer that is not JSON. */
  mediaType?: string;
};

/** Everything there is to say of one management endpoint; the OpenAPI document is made from it. */
export type Endpoint = {
  operationId: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** null: any valid token will do. */
  scope: Scope | null;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Whether the body may be missing or empty, which then counts as `{}`. */
  isBodyOptional?: boolean;
  /** Success answers by status. */
  responses: Readonly<Record<number, ResponseSpec>>;
  /** Codes beyond those that every endpoint can answer. */
  errors: readonly ErrorCode[];
  /** Whether it may queue mail or events, which are then sent right after the answer. */
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
 * Declares an endpoint. The cast forgets the parsed types: the pipeline parses with these very
 * schemas before it calls `run`, so the types that `run` was written against hold.
 */
export function defineEndpoint<
  const Path extends string,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Definition<Path, Query, Body>): Endpoint {
  return { errors: [], queues: false, ...definition } as unknown as Endpoint;
}
