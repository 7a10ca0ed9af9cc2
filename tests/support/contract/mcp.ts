import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { z } from "zod";
import type { ErrorCode } from "#lib/core/errors";
import { ErrorEnvelope } from "#lib/entry/http/respond";
import { startOrigin } from "#tests/support/contract/origin";

export const MCP_URL = `${(await startOrigin()).base}/mcp`;

/** The two generations of the protocol: with the `initialize` handshake, and without. */
export const GENERATIONS = ["legacy", { pin: "2026-07-28" }] as const;
type Generation = (typeof GENERATIONS)[number];

/** A client of the official SDK, connected over HTTP. */
export async function connectClient(
  token: { token: string } | undefined,
  mode: Generation = "legacy",
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: "tests", version: "1" }, { versionNegotiation: { mode } });
  const authorization: Record<string, string> = token
    ? { authorization: `Bearer ${token.token}` }
    : {};
  const requestInit = { headers: { ...authorization, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(MCP_URL), { requestInit }));
  return client;
}

/** Posts to `/mcp` without a client. */
export function post(body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const type = { "content-type": "application/json" };
  const accept = { accept: "application/json, text/event-stream" };
  return fetch(MCP_URL, { method: "POST", body, headers: { ...type, ...accept, ...headers } });
}

type Result = Awaited<ReturnType<Client["callTool"]>>;

const ToolError = ErrorEnvelope.extend({ retryAfterSeconds: z.int().positive().optional() });

/** The error of a tool call that failed with this code, which only its text holds. */
export function toolErrorOf(result: Result, code: ErrorCode) {
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toBeUndefined();
  const { error, retryAfterSeconds } = ToolError.parse(JSON.parse(textOf(result)));
  expect(error.code, error.message).toBe(code);
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
  return { ...error, retryAfterSeconds };
}

export function textOf({ content }: Result): string {
  const [first] = content;
  if (first?.type !== "text") throw new Error("the result isn't text");
  return first.text;
}
