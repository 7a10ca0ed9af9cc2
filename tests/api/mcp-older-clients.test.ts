import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { newId } from "#lib/core/ids";
import { ErrorEnvelope } from "#lib/entry/http/respond";
import { MCP_URL } from "#tests/support/contract/mcp";
import { createOwnForm } from "#tests/support/factories/factories";

const Failed = z.object({
  isError: z.literal(true),
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
});

/** A client of the 1.x SDK. It checks results against output schemas once it has listed the tools. */
async function connect(token: string) {
  const client = new Client({ name: "tests", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(MCP_URL), { requestInit }));
  const { tools } = await client.listTools();
  return { client, names: tools.map(({ name }) => name) };
}

test("a client of the 1.x SDK gets errors as they are, for tools with each kind of output", async () => {
  const { token } = await createOwnForm();
  const { client, names } = await connect(token.token);
  const unknown = { formId: newId(), submissionId: newId(), attachmentId: newId() };
  for (const [name, given] of [
    ["getForm", { formId: unknown.formId }],
    ["deleteForm", { formId: unknown.formId }],
    ["listSubmissions", { limit: 1_000 }],
    ["exportSubmissions", { folder: "nowhere" }],
    ["downloadAttachment", { ...unknown, formId: undefined }],
    ["addRecipient", { email: "not an address" }],
  ] as const) {
    if (!names.includes(name)) throw new Error(`${name} isn't listed`);
    const result = Failed.parse(await client.callTool({ name, arguments: given }));
    const { error } = ErrorEnvelope.parse(JSON.parse(result.content[0].text));
    expect(error.code, name).toMatch(/^(not_found|validation_failed)$/);
  }
  await client.close();
});

test("a client of the 1.x SDK gets results that fit their output schemas", async () => {
  const { token, form } = await createOwnForm();
  const { client } = await connect(token.token);
  for (const [name, given] of [
    ["getForm", { formId: form.id }],
    ["listSubmissions", {}],
    ["exportSubmissions", {}],
    ["sendTestSubmission", { formId: form.id }],
    ["getWebhook", { formId: form.id }],
    ["deleteForm", { formId: form.id }],
  ] as const) {
    const result = await client.callTool({ name, arguments: given });
    expect(result.isError, `${name}: ${JSON.stringify(result.content)}`).toBeUndefined();
    expect(result.structuredContent, name).toBeTypeOf("object");
  }
  await client.close();
});
