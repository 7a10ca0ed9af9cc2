import { expect } from "vitest";
import { z } from "zod";
import type { ErrorCode } from "#lib/core/errors";
import { endpoints } from "#lib/entry/management/contracts/index";
import { ACCOUNT_ENDPOINTS } from "#tests/support/contract/account-endpoints";
import { checkDocumented } from "#tests/support/contract/api-document";
import {
  type Answer,
  checkEveryAnswer,
  checkManagementAnswer,
  ErrorBody,
  readResult,
} from "#tests/support/contract/check-answer";
import { apiOrigin, type Payload, send, templateOf } from "#tests/support/contract/transport";

type Call = {
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged; the content type is JSON unless the headers set another. */
  rawBody?: Payload;
  /** An undefined header is omitted, even if it would be sent by default. */
  headers?: Record<string, string | undefined>;
};

function present(headers: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}

function toSent(method: string, path: string, call: Call, headers: Call["headers"]) {
  const query = call.query ? `?${new URLSearchParams(call.query)}` : "";
  const payload = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const type = payload === undefined ? {} : { "content-type": "application/json" };
  const all = present({ ...type, ...headers, ...call.headers });
  return { method, path: path + query, headers: all, payload };
}

/**
 * Calls the management API and checks the response: headers, error envelope, documented status and
 * code, the body's exact shape, and the OpenAPI document.
 */
export async function callApi(
  method: string,
  path: string,
  call: Call & { token?: { token: string } | string } = {},
): Promise<Answer> {
  const token = typeof call.token === "object" ? call.token.token : call.token;
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  const answer = await readResult(await send(toSent(method, path, call, { authorization })));
  checkEveryAnswer(answer, method);
  const template = templateOf(path);
  const atPath = endpoints.filter((endpoint) => endpoint.path === template);
  const endpoint = atPath.find((one) => one.method === method) ?? atPath[0] ?? null;
  checkManagementAnswer(answer, method, endpoint);
  checkDocumented(answer, method, template);
  return answer;
}

/** The cookies a browser keeps between calls to the session endpoints: its session, and that it's known. */
export type CookieJar = { cookie?: string; device?: string };

function keepCookies(jar: CookieJar, answer: Answer): void {
  for (const cookie of answer.headers.getSetCookie()) {
    const [pair = ""] = cookie.split(";");
    const name = /device=/.test(pair) ? "device" : "cookie";
    if (/=$/.test(pair)) delete jar[name];
    else jar[name] = pair;
  }
}

function cookiesOf({ cookie, device }: CookieJar): string | undefined {
  return [cookie, device].filter((each) => each !== undefined).join("; ") || undefined;
}

/** Calls a session endpoint like the service's pages: with cookies and Origin. */
export async function callAccount(
  method: string,
  path: string,
  call: Call & { jar?: CookieJar } = {},
): Promise<Answer> {
  const origin = method === "GET" ? undefined : apiOrigin();
  const headers = { cookie: cookiesOf(call.jar ?? {}), origin };
  const answer = await readResult(await send(toSent(method, path, call, headers)));
  checkEveryAnswer(answer, method);
  if (call.jar) keepCookies(call.jar, answer);
  const shape = ACCOUNT_ENDPOINTS[`${method} ${templateOf(path)}`]?.shapes[answer.status];
  if (answer.status < 400 && shape) expect(shape.parse(answer.json)).toEqual(answer.json);
  if (answer.status < 400 && shape === undefined)
    throw new Error(`${method} ${path} has no shape for ${answer.status}`);
  return answer;
}

/** The `data` of a response that must have this status, parsed with the schema. */
export function dataOf<S extends z.ZodType>(answer: Answer, status: number, schema: S) {
  expect(answer.status, answer.bytes.toString("utf8")).toBe(status);
  return schema.parse(z.object({ data: z.unknown() }).parse(answer.json).data);
}

/** One page of a list; the response must be 200. */
export function pageOfAnswer<S extends z.ZodType>(answer: Answer, schema: S) {
  expect(answer.status, answer.bytes.toString("utf8")).toBe(200);
  const page = z.object({
    data: z.array(schema),
    nextCursor: z.string().nullable(),
    resumeCursor: z.string().nullable().optional(),
  });
  return page.parse(answer.json);
}

/** The error of a response that must have this code. */
export function errorOf(answer: Answer, code: ErrorCode) {
  const { error } = ErrorBody.parse(answer.json);
  expect(error.code, error.message).toBe(code);
  return { ...error, paths: error.details?.map(({ path }) => path) ?? [] };
}

/** The paths that a response rejects as invalid. */
export function invalidPaths(answer: Answer): string[] {
  return errorOf(answer, "validation_failed").paths;
}

/** All pages of a list, from the first one on. */
export async function readPages<Page extends { nextCursor: string | null }>(
  read: (query: { cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages = [await read({})];
  for (let last = pages[0]; last?.nextCursor; last = pages.at(-1))
    pages.push(await read({ cursor: last.nextCursor }));
  return pages;
}
