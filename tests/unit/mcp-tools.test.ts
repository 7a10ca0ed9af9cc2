import { expect, test } from "vitest";
import { endpoints } from "#lib/http/contracts/index";
import { listTools } from "#lib/mcp/tools";
import { SCOPE_NAMES } from "#lib/tokens/schema";

const ALL = listTools(SCOPE_NAMES);

/** Assumptions that clients may make: r reads only, d destructive, i idempotent, o reaches outside the workspace. */
const HINTS = `
getToken              r-i-
listForms             r-i-
createForm            ----
getForm               r-i-
updateForm            -di-
deleteForm            -di-
rotateFormKey         -d--
getFields             r-i-
saveFields            -di-
getPage               r-i-
savePage              -di-
connectTurnstile      -dio
disconnectTurnstile   -di-
listRecipients        r-i-
addRecipient          ---o
listSubmissions       r-i-
exportSubmissions     r-i-
getSubmission         r-i-
updateSubmission      -dio
updateSubmissions     -dio
restoreSubmission     ---o
deleteSubmission      -dio
downloadAttachment    r-i-
retryEmailDelivery    ---o
getUsage              r-i-
getRouting            r-i-
saveRouting           -di-
previewRouting        r-i-
getAutoresponder      r-i-
saveAutoresponder     -di-
previewAutoresponder  r-i-
getWebhook            r-i-
saveWebhook           -di-
deleteWebhook         -di-
rotateWebhookSecret   -d--
testWebhook           ---o
listWebhookDeliveries r-i-
getWebhookDelivery    r-i-
retryWebhookDelivery  ---o
replayWebhook         ---o
listDestinations      r-i-
createDestination     ----
getDestination        r-i-
updateDestination     -di-
deleteDestination     -di-
testDestination       ---o
rotateDestinationSecret -d--
getSampleEvents       r-i-
listDestinationDeliveries r-i-
getDestinationDelivery r-i-
retryDestinationDelivery ---o
replayDestination     ---o
sendTestSubmission    ---o`;

test("every operation is a tool that declares its possible changes", () => {
  const lines = ALL.map(({ name, annotations = {} }) => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
    const hints = [
      readOnlyHint ? "r" : "-",
      destructiveHint ? "d" : "-",
      idempotentHint ? "i" : "-",
      openWorldHint ? "o" : "-",
    ];
    return `${name.padEnd(21)} ${hints.join("")}`;
  });
  expect(lines).toEqual(HINTS.trim().split("\n"));
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
    const inQuery = Object.keys(query?.shape ?? {});
    expect(query && body, name).toBeUndefined();
    expect(Object.keys(properties).slice(0, inPath.length + inQuery.length), name).toEqual([
      ...inPath,
      ...inQuery,
    ]);
    expect(new Set(required).size).toBe(required.length);
    expect(required).toEqual(expect.arrayContaining(inPath));
    expect(inputSchema.additionalProperties).toBe(false);
    expect(JSON.stringify(inputSchema)).not.toContain("$ref");
  }
});

test("a token sees only the tools that it can use", () => {
  const names = listTools(["forms:read", "usage:read"]).map(({ name }) => name);
  expect(names).toEqual(["getToken", "listForms", "getForm", "getFields", "getPage", "getUsage"]);
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
