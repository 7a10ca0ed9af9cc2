import { expect, test } from "vitest";
import { SCOPE_NAMES } from "#lib/domain/tokens/schema";
import { endpoints } from "#lib/entry/management/contracts/index";
import { listTools } from "#lib/entry/mcp/tools";
import { ENDPOINT_ROWS } from "#tests/support/contract/endpoint-table";

const ALL = listTools(SCOPE_NAMES);

test("every operation is a tool that declares its possible changes", () => {
  const hintsOf = ({ annotations = {} }: (typeof ALL)[number]) => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
    return [
      readOnlyHint ? "r" : "-",
      destructiveHint ? "d" : "-",
      idempotentHint ? "i" : "-",
      openWorldHint ? "o" : "-",
    ].join("");
  };
  const expected = ENDPOINT_ROWS.map(({ operationId, hints }) => [operationId, hints]);
  expect(ALL.map((tool) => [tool.name, hintsOf(tool)])).toEqual([
    ...expected,
    ["sendTestSubmission", "---o"],
  ]);
});

test("a tool's description explains its purpose and its scope", () => {
  for (const [index, { name, title, description = "" }] of ALL.slice(0, -1).entries()) {
    const { summary, scope } = endpoints[index] ?? {};
    expect(title).toBe(summary);
    expect(description.split(/\.\s|\.$/).length, name).toBeGreaterThan(2);
    expect(description).toContain(scope ? `Requires the \`${scope}\` scope.` : "any valid token");
    expect(description).not.toMatch(/\n|\$ref/);
  }
  for (const { name, description = "" } of ALL)
    expect(description.split("Requires the").length, name).toBeLessThanOrEqual(2);
});

test("a tool takes one object: no name is in both path, query, and body, and nothing is a reference", () => {
  for (const [index, { name, inputSchema }] of ALL.slice(0, -1).entries()) {
    const { path = "", query, body } = endpoints[index] ?? {};
    const { properties = {}, required = [] } = inputSchema;
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const named = [...inPath, ...Object.keys(query?.shape ?? {})];
    expect(query && body, name).toBeUndefined();
    expect(Object.keys(properties).slice(0, named.length), name).toEqual(named);
    expect(new Set(required).size).toBe(required.length);
    expect(required).toEqual(expect.arrayContaining(inPath));
    expect(JSON.stringify(inputSchema)).not.toContain('"$ref"');
  }
});

test("a token sees only the tools that it can use", () => {
  const names = listTools(["forms:read", "usage:read"]).map(({ name }) => name);
  expect(names.join(" ")).toBe(
    "getToken listForms getForm getFormTemplate getFields getPage getOptions getSpamFilter listNotificationChoices getUsage",
  );
});

test("every tool shows what its result looks like, without references", () => {
  for (const { name, outputSchema } of ALL) {
    expect(outputSchema, name).toMatchObject({ type: "object" });
    expect(JSON.stringify(outputSchema), name).not.toContain("$ref");
  }
  expect(ALL.find(({ name }) => name === "getToken")?.outputSchema).toMatchObject({
    properties: { data: { properties: { scopes: { type: "array" } } } },
  });
});
