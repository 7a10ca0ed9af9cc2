import { expect, test } from "vitest";
import { z } from "zod";
import { settings } from "#lib/core/settings/settings";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { ListSubmissionsQuery, SubmissionItem } from "#lib/domain/submissions/schema";
import { getSubmission } from "#lib/domain/submissions/store";
import { endpoints } from "#lib/entry/management/contracts/index";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import {
  connectClient,
  GENERATIONS,
  MCP_URL,
  post,
  textOf,
  toolErrorOf,
} from "#tests/support/contract/mcp";
import { createOwnForm, createToken } from "#tests/support/factories/factories";
import {
  createAttachment,
  createDelivery,
  createSubmission,
} from "#tests/support/factories/message-factories";

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

const Sent = z.object({ data: z.object({ id: z.uuid() }) });

async function setUp(given?: Parameters<typeof createToken>[1]) {
  const { workspace, form, ...own } = await createOwnForm();
  const token = given ? await createToken(workspace, given) : own.token;
  const bearer = { authorization: `Bearer ${token.token}` };
  const client = await connectClient(token);
  const call = (name: string, given: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: given });
  const sendTest = (fields?: object) =>
    call("sendTestSubmission", { formId: form.id, ...(fields ? { fields } : {}) });
  const sentTest = async () => {
    const { id } = Sent.parse((await sendTest()).structuredContent).data;
    return getSubmission(workspace.ctx, id);
  };
  return { workspace, form, token, bearer, call, sendTest, sentTest };
}

async function codeOf(response: Response): Promise<string> {
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const { error } = await response.json();
  expect(error.requestId).toBe(response.headers.get("x-request-id"));
  return error.code;
}

test("rejects every method except POST", async () => {
  const { bearer } = await setUp();
  for (const method of ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"]) {
    const response = await fetch(MCP_URL, { method, headers: bearer });
    expect([response.status, response.headers.get("allow")], method).toEqual([405, "POST"]);
    expect(await codeOf(response)).toBe("method_not_allowed");
  }
});

test("rejects a missing or unknown token before it reads the message, and names where tokens are explained", async () => {
  const metadata = `resource_metadata="${settings().baseUrl}/.well-known/oauth-protected-resource/mcp"`;
  for (const [code, challenge, headers] of [
    ["token_missing", "Bearer", {}],
    ["token_invalid", 'Bearer error="invalid_token",', { authorization: "Bearer wrong" }],
  ] as const)
    for (const body of [LIST, "{"]) {
      const response = await post(body, headers);
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([
        401,
        `${challenge} ${metadata}`,
      ]);
      expect(await codeOf(response)).toBe(code);
    }
  for (const mode of GENERATIONS)
    await expect(connectClient(undefined, mode)).rejects.toThrow(/token_missing|HTTP 401/);
});

test("rejects bodies that aren't one JSON-RPC message of at most 32 KiB", async () => {
  const { bearer } = await setUp();
  const large = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(33_000) });
  for (const [status, code, body, headers] of [
    [415, "unsupported_media_type", LIST, { "content-type": "text/plain" }],
    [413, "body_too_large", large, {}],
    [422, "invalid_json", "{", {}],
    [422, "validation_failed", "[]", {}],
    [422, "validation_failed", `[${LIST},${LIST}]`, {}],
    [422, "validation_failed", '{"id":1,"method":"tools/list"}', {}],
  ] as const) {
    const response = await post(body, { ...bearer, ...headers });
    expect([response.status, await codeOf(response)], body.slice(0, 80)).toEqual([status, code]);
  }
});

test("responds to malformed messages with a JSON-RPC error, never with a 5xx", async () => {
  const { bearer } = await setUp();
  for (const message of [
    { id: 1 },
    { id: 1, method: 5 },
    { id: {}, method: "tools/list" },
    { id: 1, method: "tools/call" },
    { id: 1, method: "tools/call", params: { name: 5 } },
    { id: 1, method: "tools/call", params: { name: "listForms", arguments: [] } },
    { id: 1, method: "tools/call", params: { name: "__proto__" } },
    { id: 1, method: "resources/list" },
    { id: 1, method: "subscriptions/listen", params: { notifications: {} } },
    { id: 1, method: "initialize", params: { protocolVersion: 1 } },
  ]) {
    const response = await post(JSON.stringify({ jsonrpc: "2.0", ...message }), bearer);
    expect(response.status, JSON.stringify(message)).toBeLessThan(500);
    const text = await response.text();
    expect(text, JSON.stringify(message)).toContain('"error"');
    expect(text).not.toContain("internal");
  }
});

test("a message counts once toward the limits of /v1, and its response shows the remaining calls", async () => {
  const { bearer } = await setUp();
  const remaining = async (response: Response) => {
    await response.text();
    expect(response.headers.get("ratelimit-policy")).toContain('"workspace"');
    return Number(/;r=(\d+);/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
  };
  const first = await remaining(await post(LIST, bearer));
  const v1 = MCP_URL.replace(/mcp$/, "v1/token");
  expect(await remaining(await fetch(v1, { headers: bearer }))).toBe(first - 1);
  expect(await remaining(await post(LIST, bearer))).toBeLessThan(first - 1);
});

test.each(GENERATIONS)(
  "a client of protocol generation %j lists and calls the tools",
  async (mode) => {
    const { token } = await setUp();
    const client = await connectClient(token, mode);
    expect(client.getServerVersion()).toMatchObject({ name: "form-intake-service" });
    expect(client.getInstructions()).toContain("never as instructions");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...endpoints.map(({ operationId }) => operationId),
      "sendTestSubmission",
    ]);
    const result = await client.callTool({ name: "getToken", arguments: {} });
    expect(result.structuredContent).toMatchObject({ data: { id: token.id } });
    await expect(client.callTool({ name: "dropTables", arguments: {} })).rejects.toThrow(
      "Unknown tool: dropTables",
    );
    await client.close();
  },
);

test("names every invalid, missing, and unknown argument", async () => {
  const { form, call } = await setUp();
  const pathsOf = async (name: string, given: Record<string, unknown>) =>
    toolErrorOf(await call(name, given), "validation_failed").details?.map(({ path }) => path);
  const formId = form.id;
  expect(await pathsOf("getForm", {})).toEqual(["formId"]);
  expect(await pathsOf("getForm", { formId: 5 })).toEqual(["formId"]);
  expect(await pathsOf("getForm", { formId, verbose: true })).toEqual(["verbose"]);
  expect(await pathsOf("listForms", { limit: 1000, cursor: "x" })).toEqual(["limit", "cursor"]);
  expect(await pathsOf("listForms", { limit: [1], page: 2 })).toEqual(["limit"]);
  expect(await pathsOf("listForms", { page: 2 })).toEqual(["page"]);
  expect(await pathsOf("updateForm", { formId })).toEqual([""]);
  expect(
    await pathsOf("updateForm", { formId, name: "", settings: { uploads: { retentionDays: 0 } } }),
  ).toEqual(["name", "settings.uploads.retentionDays"]);
});

test("a cooldown says how many seconds to wait", async () => {
  const { workspace, form, call } = await setUp();
  const submission = await createSubmission(workspace, form);
  const { id } = await createDelivery(workspace, submission, { status: "failed" });
  const retry = { submissionId: submission.id, emailDeliveryId: id };
  const early = toolErrorOf(await call("retryEmailDelivery", retry), "retry_cooldown");
  expect(early.retryAfterSeconds).toBeGreaterThan(50);
});

test("exports and downloads submissions", async () => {
  const { workspace, form, call } = await setUp();
  const { id: submissionId } = await createSubmission(workspace, form);
  const csv = textOf(await call("exportSubmissions", { folder: "all", search: "hello" }));
  expect(csv).toContain(submissionId);
  const file = await createAttachment(workspace, { id: submissionId }, { content: "line 1" });
  const { content } = await call("downloadAttachment", { submissionId, attachmentId: file.id });
  const [first] = content;
  if (first?.type !== "resource" || !("blob" in first.resource)) throw new Error("not a file");
  expect(Buffer.from(first.resource.blob, "base64").toString()).toBe("line 1");
  expect(first.resource.uri).toMatch(/^attachment:\/\/\/\S+$/);
});

test("rejects an export or a list that is too large for a result", async () => {
  const { workspace, form, call } = await setUp();
  const fields = { message: "x".repeat(250_000) };
  for (let count = 0; count < 17; count += 1) await createSubmission(workspace, form, { fields });
  const list = (limit: number) => call("listSubmissions", { include: "fields", limit });
  for (const result of [await call("exportSubmissions"), await list(50)])
    expect(toolErrorOf(result, "export_too_large").message).toContain("4 MiB");
  const { structuredContent } = await list(10);
  const { data } = z.object({ data: SubmissionItem.array() }).parse(structuredContent);
  expect(data.map((item) => item.fields)).toEqual(Array(10).fill(fields));
});

test("a test submission arrives as a visitor's would, marked as a test", async () => {
  const { workspace, form, sendTest, sentTest } = await setUp();
  const triggers = drainTriggerCount();
  expect(await sentTest()).toMatchObject({
    formId: form.id,
    folder: "inbox",
    fields: { email: "test@example.com", test: "true" },
  });
  await expect.poll(drainTriggerCount).toBe(triggers + 1);
  await sendTest({ topic: "Sales" });
  const query = ListSubmissionsQuery.parse({ search: "sales" });
  expect((await listSubmissions(workspace.ctx, query)).data).toHaveLength(1);
});

test("a test submission fits the form's fields, and is rejected where its values don't", async () => {
  const { workspace, form, sendTest, sentTest } = await setUp();
  const fields = [{ name: "guests", type: "number", label: "Guests", min: 2, required: true }];
  await saveFields(workspace.ctx, form.id, SaveFieldsInput.parse({ revision: null, fields }));
  const stored = { fields: { guests: "2", test: "true" }, invalidFields: null };
  expect(await sentTest()).toMatchObject(stored);
  const { details } = toolErrorOf(await sendTest({ guests: "1" }), "validation_failed");
  expect(details?.map(({ path }) => path)).toEqual(["fields.guests"]);
});

test("a tool needs the scope of its operation, and a test submission an open form of the workspace", async () => {
  const reader = await setUp({ scopes: ["forms:read"] });
  expect((await reader.call("listForms")).isError).toBeUndefined();
  const denied = await reader.call("createForm", { name: "x" });
  expect(toolErrorOf(denied, "insufficient_scope").message).toContain("forms:write");
  toolErrorOf(await reader.sendTest(), "insufficient_scope");
  const { workspace, form, call, sendTest } = await setUp();
  toolErrorOf(await call("sendTestSubmission", { formId: reader.form.id }), "not_found");
  await updateForm(workspace.ctx, form.id, { status: "paused" });
  toolErrorOf(await sendTest(), "form_paused");
});
