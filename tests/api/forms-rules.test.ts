import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { Form, FormWithWidget } from "#lib/domain/forms/schema";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import {
  createOwnForm,
  createPendingRecipient,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";

async function setUp() {
  const { workspace, token, form } = await createOwnForm();
  const patch = (body: unknown) => callApi("PATCH", `/v1/forms/${form.id}`, { token, body });
  const create = (body: unknown) => callApi("POST", "/v1/forms", { token, body });
  return { workspace, token, form, patch, create };
}

/** A form that isn't saved yet and one that is, and a number of recipients for them. */
async function setUpRecipients(count: number) {
  const { workspace, token, form, ...own } = await setUp();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await createVerifiedRecipient(workspace)).id);
  const create = (recipientIds: unknown) => own.create({ name: "Contact", recipientIds });
  const patch = (recipientIds: unknown) => own.patch({ recipientIds });
  return { workspace, token, form, ids, create, patch };
}

const tooLong = (character: string) => character.repeat(151);
const withBreaks = ["\n", "\r\n", "\u2028", "\u0085"].map((text) => `a${text}b`);

/** Accepted and rejected values per property. Texts are stored trimmed. */
const RULES: Record<string, { accepted: unknown[]; rejected: unknown[] }> = {
  "settings.subject": {
    accepted: ["x", "x".repeat(150), "😀".repeat(150), "  Hello  "],
    rejected: ["", "   ", tooLong("x"), tooLong("😀"), ...withBreaks, null, 1],
  },
  "settings.redirectUrl": {
    accepted: [
      "",
      "https://example.com",
      "https://example.com:8443/a?b=c#d",
      "https://bücher.example/ä?日本",
    ],
    rejected: [
      "http://example.com",
      "javascript:alert(1)",
      "//example.com",
      "/thanks",
      "https://",
      "https://user@example.com",
      "https://user:secret@example.com",
      "https://:secret@example.com",
      " https://example.com",
      "https://exa mple.com",
      "https:\\\\example.com",
      "https:example.com",
      "https:///example.com",
      "https://:@example.com",
      "https://@example.com",
      "https://example.com/\u0001",
      `https://example.com/${"x".repeat(2000)}`,
      `https://example.com/${"日".repeat(221)}`,
      null,
    ],
  },
  "settings.honeypot": {
    accepted: ["a", "Fax_2", "a".repeat(64)],
    rejected: ["", "1a", "_a", "a-b", "a b", "ä", "a".repeat(65), null],
  },
  "settings.messageRetentionDays": {
    accepted: [1, 365, null],
    rejected: [0, 366, -1, 1.5, "30", true],
  },
  "settings.uploads.retentionDays": { accepted: [1, 365], rejected: [0, 366, 1.5, null, "7"] },
  name: {
    accepted: ["x", "x".repeat(80), "👩".repeat(80), ` ${"x".repeat(80)} `],
    rejected: ["", "   ", "x".repeat(81), "👩".repeat(81), null, 1],
  },
  status: { accepted: ["paused", "active"], rejected: ["Active", "archived", "", null, true] },
};

const ORIGINS = {
  accepted: [
    "https://example.com",
    "https://sub.example.com:8443",
    "https://xn--bcher-kva.example",
  ],
  rejected: [
    "http://example.com",
    "https://example.com/",
    "https://example.com/path",
    "https://example.com?a",
    "https://example.com#a",
    "https://user@example.com",
    "example.com",
    "*",
    "https://*.example.com",
    "null",
    "",
    " https://example.com",
    "https://",
    7,
    null,
  ],
};

test.each(Object.entries(RULES))("validates %s", async (path, rule) => {
  const { patch } = await setUp();
  const change = (value: unknown) =>
    patch(path.split(".").reduceRight((inner, name) => ({ [name]: inner }), value));
  for (const value of rule.accepted) {
    const form = dataOf(await change(value), 200, Form);
    expect(form).toHaveProperty(path, typeof value === "string" ? value.trim() : value);
  }
  for (const value of rule.rejected) {
    const paths = new Set(invalidPaths(await change(value)));
    expect(paths, JSON.stringify(value)).toEqual(new Set([path]));
  }
});

test("accepts up to ten HTTPS origins and stores them as browsers send them", async () => {
  const { patch } = await setUp();
  const save = (allowedOrigins: unknown) => patch({ settings: { allowedOrigins } });
  for (const origin of ORIGINS.accepted)
    expect(dataOf(await save([origin]), 200, Form).settings.allowedOrigins).toEqual([origin]);
  for (const origin of ORIGINS.rejected)
    expect(invalidPaths(await save(["https://a.example", origin]))).toEqual([
      "settings.allowedOrigins.1",
    ]);
  const spelled = ["HTTPS://Example.COM:443", "https://example.com", "https://bücher.example"];
  const stored = ["https://example.com", "https://xn--bcher-kva.example"];
  expect(dataOf(await save(spelled), 200, Form).settings.allowedOrigins).toEqual(stored);
  const many = Array.from({ length: 11 }, (_, index) => `https://a${index}.example`);
  expect(dataOf(await save(many.slice(1)), 200, Form).settings.allowedOrigins).toHaveLength(10);
  expect(invalidPaths(await save(many))).toEqual(["settings.allowedOrigins"]);
});

test("a form that is created needs a name within the limits and recipients, and has no status", async () => {
  const { form, create } = await setUp();
  const { recipientIds } = form;
  const named = await create({ name: " x ", recipientIds });
  expect(dataOf(named, 201, Form).name).toBe("x");
  const rejected = await create({ name: "x".repeat(81), recipientIds, status: "paused" });
  expect(invalidPaths(rejected)).toEqual(["name", "status"]);
  expect(errorOf(await create({ settings: {} }), "validation_failed").details).toEqual([
    { path: "name", message: "is required" },
    { path: "recipientIds", message: "is required" },
  ]);
});

test("a form is created with 1 to 5 recipients, and updated with 0 to 5, in the given order", async () => {
  const { ids, create, patch } = await setUpRecipients(6);
  for (const recipientIds of [ids.slice(0, 1), ids.slice(0, 5), ids.slice(1).reverse()])
    expect(dataOf(await create(recipientIds), 201, Form).recipientIds).toEqual(recipientIds);
  for (const recipientIds of [[], ids])
    expect(invalidPaths(await create(recipientIds))).toEqual(["recipientIds"]);
  for (const recipientIds of [[], ids.slice(0, 5).reverse(), ids.slice(5)])
    expect(dataOf(await patch(recipientIds), 200, Form).recipientIds).toEqual(recipientIds);
  expect(invalidPaths(await patch(ids))).toEqual(["recipientIds"]);
});

test("rejects a recipient listed twice, ignoring the case of its id, and ids that aren't UUIDs", async () => {
  const { ids, create } = await setUpRecipients(1);
  const [id = ""] = ids;
  expect(dataOf(await create([id.toUpperCase()]), 201, Form).recipientIds).toEqual([id]);
  for (const twice of [id, id.toUpperCase()])
    expect(invalidPaths(await create([id, twice]))).toEqual(["recipientIds"]);
  const answer = await create([id, "x", 7]);
  expect(invalidPaths(answer)).toEqual(["recipientIds.1", "recipientIds.2"]);
});

test("returns the same error for pending, unknown, and other workspaces' recipients, by index", async () => {
  const { workspace, token, form, ids, create, patch } = await setUpRecipients(2);
  const pending = await createPendingRecipient(workspace);
  const foreign = await createVerifiedRecipient(await createWorkspace());
  const mixed = [ids[0], pending.id, foreign.id, ids[1], newId()];
  const rejected = errorOf(await create(mixed), "recipient_not_verified");
  const message = "isn't a verified recipient";
  const details = [1, 2, 4].map((index) => ({ path: `recipientIds.${index}`, message }));
  expect(rejected.details).toEqual(details);
  const answer = await patch([foreign.id]);
  expect(errorOf(answer, "recipient_not_verified").paths).toEqual(["recipientIds.0"]);
  const read = await callApi("GET", `/v1/forms/${form.id}`, { token });
  expect(dataOf(read, 200, FormWithWidget)).toMatchObject(form);
});
