import { expect, test } from "vitest";
import { Form } from "#lib/forms/schema";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import {
  createForm,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";

async function setUp() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const form = await createForm(workspace);
  const patch = (body: unknown) => callApi("PATCH", `/v1/forms/${form.id}`, { token, body });
  return { workspace, token, form, patch };
}

/** Accepted and rejected values per setting, and how a value is stored if not as given. */
const RULES: Record<
  string,
  { accepted: unknown[]; stored?: Map<unknown, unknown>; rejected: unknown[] }
> = {
  subject: {
    accepted: ["x", "x".repeat(150), "😀".repeat(150), "  Hello  "],
    stored: new Map([["  Hello  ", "Hello"]]),
    rejected: [
      "",
      "   ",
      "x".repeat(151),
      "😀".repeat(151),
      "a\nb",
      "a\r\nb",
      "a\u2028b",
      "a\u0085b",
      null,
      1,
    ],
  },
  redirectUrl: {
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
  honeypot: {
    accepted: ["a", "Fax_2", "a".repeat(64)],
    rejected: ["", "1a", "_a", "a-b", "a b", "ä", "a".repeat(65), null],
  },
  messageRetentionDays: { accepted: [1, 365, null], rejected: [0, 366, -1, 1.5, "30", true] },
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

test.each(Object.entries(RULES))("validates the setting %s", async (name, rule) => {
  const { patch } = await setUp();
  for (const value of rule.accepted) {
    const form = dataOf(await patch({ settings: { [name]: value } }), 200, Form);
    const stored = rule.stored?.has(value) ? rule.stored.get(value) : value;
    expect(Object.entries(form.settings)).toContainEqual([name, stored]);
  }
  for (const value of rule.rejected) {
    const answer = await patch({ settings: { [name]: value } });
    const { paths } = errorOf(answer, "validation_failed");
    expect(new Set(paths), JSON.stringify(value)).toEqual(new Set([`settings.${name}`]));
  }
});

test("accepts up to ten HTTPS origins and stores them as browsers send them", async () => {
  const { patch } = await setUp();
  const save = (allowedOrigins: unknown) => patch({ settings: { allowedOrigins } });
  for (const origin of ORIGINS.accepted)
    expect(dataOf(await save([origin]), 200, Form).settings.allowedOrigins).toEqual([origin]);
  for (const origin of ORIGINS.rejected)
    expect(errorOf(await save(["https://a.example", origin]), "validation_failed").paths).toEqual([
      "settings.allowedOrigins.1",
    ]);
  const spelled = ["HTTPS://Example.COM:443", "https://example.com", "https://bücher.example"];
  const stored = ["https://example.com", "https://xn--bcher-kva.example"];
  expect(dataOf(await save(spelled), 200, Form).settings.allowedOrigins).toEqual(stored);
  const many = Array.from({ length: 11 }, (_, index) => `https://a${index}.example`);
  expect(dataOf(await save(many.slice(1)), 200, Form).settings.allowedOrigins).toHaveLength(10);
  expect(errorOf(await save(many), "validation_failed").paths).toEqual(["settings.allowedOrigins"]);
});

test("accepts an upload retention of 1 to 365 days", async () => {
  const { patch } = await setUp();
  const save = (retentionDays: unknown) => patch({ settings: { uploads: { retentionDays } } });
  for (const days of [1, 365])
    expect(dataOf(await save(days), 200, Form).settings.uploads.retentionDays).toBe(days);
  for (const days of [0, 366, 1.5, null, "7"])
    expect(errorOf(await save(days), "validation_failed").paths).toEqual([
      "settings.uploads.retentionDays",
    ]);
});

test("accepts a form name of 1 to 80 code points after trimming", async () => {
  const { workspace, token, patch } = await setUp();
  const recipientIds = [(await createVerifiedRecipient(workspace)).id];
  const create = (name: unknown) =>
    callApi("POST", "/v1/forms", { token, body: { name, recipientIds } });
  for (const name of ["x", "x".repeat(80), "👩".repeat(80), ` ${"x".repeat(80)} `]) {
    expect(dataOf(await create(name), 201, Form).name).toBe(name.trim());
    expect(dataOf(await patch({ name }), 200, Form).name).toBe(name.trim());
  }
  for (const name of ["", "   ", "x".repeat(81), "👩".repeat(81), null, 1]) {
    expect(errorOf(await create(name), "validation_failed").paths).toEqual(["name"]);
    expect(errorOf(await patch({ name }), "validation_failed").paths).toEqual(["name"]);
  }
});

test("accepts the form status active or paused, but not at creation", async () => {
  const { token, form, patch } = await setUp();
  expect(dataOf(await patch({ status: "paused" }), 200, Form).status).toBe("paused");
  expect(dataOf(await patch({ status: "active" }), 200, Form).status).toBe("active");
  for (const status of ["Active", "archived", "", null, true])
    expect(errorOf(await patch({ status }), "validation_failed").paths).toEqual(["status"]);
  const body = { name: "x", recipientIds: form.recipientIds, status: "paused" };
  const rejected = await callApi("POST", "/v1/forms", { token, body });
  expect(errorOf(rejected, "validation_failed").paths).toEqual(["status"]);
});

test("creating a form names missing properties", async () => {
  const { token } = await setUp();
  const answer = await callApi("POST", "/v1/forms", { token, body: { settings: {} } });
  expect(errorOf(answer, "validation_failed").details).toEqual([
    { path: "name", message: "is required" },
    { path: "recipientIds", message: "is required" },
  ]);
});
