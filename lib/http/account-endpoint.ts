import type { z } from "zod";
import type { ActiveSession } from "#lib/accounts/sessions";
import type { Caller } from "#lib/accounts/sign-up";
import type { Method, Reply } from "#lib/http/endpoint";

export type AccountInput<Body, Query> = {
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  caller: Caller;
};

/** A JSON endpoint of the dashboard's session (CONTRACT section 6); tokens cannot call it. */
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

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type Definition<Query, Body> = { method: Method; path: string; query?: Query; body?: Body } & (
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
>(definition: Definition<Query, Body>): AccountEndpoint {
  return definition as unknown as AccountEndpoint;
}
