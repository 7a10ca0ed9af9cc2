import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { z } from "zod";
import { SCOPE_NAMES } from "#lib/domain/tokens/schema";
import { listTools } from "#lib/entry/mcp/tools";
import { all, type Case, guarantee } from "#tests/support/contract/contract-cases";
import { connectClient, textOf, toolErrorOf } from "#tests/support/contract/mcp";

const ajv = new Ajv2020({ strict: false, validateFormats: false });

const Properties = z.object({
  properties: z.record(z.string(), z.object({ type: z.unknown() })).default({}),
});

function toolOf({ endpoint }: Case) {
  const tool = listTools(SCOPE_NAMES).find(({ name }) => name === endpoint.operationId);
  if (!tool) throw new Error(`${endpoint.operationId} isn't a tool`);
  return tool;
}

/** The valid request as arguments: query parameters have the types of the tool's schema. */
function argumentsOf(one: Case): Record<string, unknown> {
  const { properties } = Properties.parse(toolOf(one).inputSchema);
  const isInteger = (name: string) => properties[name]?.type === "integer";
  const { params, query = {}, body } = one.sample;
  const typed = Object.entries(query).map(([name, value]) => [
    name,
    isInteger(name) ? Number(value) : value,
  ]);
  return { ...params, ...Object.fromEntries(typed), ...body };
}

guarantee("can be called as a tool, with the result that the API documents", all, async (one) => {
  const { endpoint, sample, token } = one;
  const client = await connectClient(token);
  const given = argumentsOf(one);
  const isValid = ajv.compile(toolOf(one).inputSchema);
  expect(isValid(given), JSON.stringify(isValid.errors)).toBe(true);
  expect(isValid({ ...given, unknown: 1 })).toBe(false);
  toolErrorOf(
    await client.callTool({ name: endpoint.operationId, arguments: { ...given, unknown: 1 } }),
    "validation_failed",
  );
  const result = await client.callTool({ name: endpoint.operationId, arguments: given });
  expect(result.isError, JSON.stringify(result.content)).toBeUndefined();
  const { schema, mediaType, description } = endpoint.responses[sample.status] ?? {};
  if (schema) {
    schema.parse(result.structuredContent);
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
  } else if (!mediaType) expect(textOf(result)).toBe(description);
  await client.close();
});
