import { expect, test } from "vitest";
import { SCOPE_NAMES } from "#lib/domain/tokens/schema";
import { endpoints } from "#lib/entry/management/contracts/index";
import { listTools } from "#lib/entry/mcp/tools";

const ALL = listTools(SCOPE_NAMES);

/** Assumptions that clients may make: r reads only, d destructive, i idempotent, o reaches outside the workspace. */
const HINTS: Readonly<Record<string, string>> = {
  "r-i-": `getToken listForms getForm getFormTemplate getFields getPage getOptions getSpamFilter listRecipients listNotificationChoices listSubmissions
    exportSubmissions getSubmission downloadAttachment getUsage getRouting previewRouting
    getAutoresponder previewAutoresponder getWebhook listWebhookDeliveries getWebhookDelivery
    listDestinations getDestination getSampleEvents listDestinationDeliveries
    getDestinationDelivery listMembers listNotes listReplies listSavedReplies listImports getImport
    previewImport`,
  "-di-": `updateForm deleteForm saveFields savePage saveOptions saveSpamFilter forgetSpamWords saveNotificationChoice disconnectTurnstile saveRouting
    saveAutoresponder saveWebhook deleteWebhook updateDestination deleteDestination deleteNote
    updateSavedReply deleteSavedReply`,
  "---o": `addRecipient restoreSubmission retryEmailDelivery testWebhook retryWebhookDelivery
    replayWebhook testDestination retryDestinationDelivery replayDestination
    sendTestSubmission createNote createNotes sendReply`,
  "-dio": `connectTurnstile updateSubmission updateSubmissions deleteSubmission updateNote undoReply`,
  "-d--": `rotateFormKey rotateWebhookSecret rotateDestinationSecret cancelImport undoImport`,
  "----": `createForm createDestination createSavedReply createImport addImportPart startImport`,
};

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
  const expected = Object.entries(HINTS).flatMap(([hints, names]) =>
    names.split(/\s+/).map((name) => [name, hints]),
  );
  expect(Object.fromEntries(ALL.map((tool) => [tool.name, hintsOf(tool)]))).toEqual(
    Object.fromEntries(expected),
  );
  expect(ALL.slice(0, -1).map(({ name }) => name)).toEqual(
    endpoints.map(({ operationId }) => operationId),
  );
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
