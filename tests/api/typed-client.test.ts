import { expect, expectTypeOf, test } from "vitest";
import { newId } from "#lib/core/ids";
import { typedClient } from "#tests/support/contract/typed-client";
import {
  createForm,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import {
  createAttachment,
  createDelivery,
  createSubmission,
} from "#tests/support/factories/message-factories";

// Compiled against the OpenAPI document's types: a wrong type fails the build or a test here.

async function setUp() {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  return { workspace, token, api: typedClient(token) };
}

/** The data of a response that must have data. */
function given<T>(answer: { data?: T; error?: unknown }): T {
  expect(answer.error).toBeUndefined();
  if (answer.data === undefined) throw new Error("the response has no data");
  return answer.data;
}

test("typed client: reads a token, and error codes by name", async () => {
  const { token, api } = await setUp();
  const { data } = given(await api.GET("/v1/token"));
  expectTypeOf(data.environment).toEqualTypeOf<"staging">();
  expect(data).toMatchObject({ id: token.id, environment: "staging" });
  const rejected = await typedClient().GET("/v1/token");
  if (rejected.response.status === 401 && rejected.error?.error.code === "token_missing") return;
  throw new Error("a call without a token was accepted");
});

test("typed client: creates, lists, gets, updates, rotates, and deletes forms", async () => {
  const { workspace, api } = await setUp();
  const { id } = await createVerifiedRecipient(workspace);
  const created = given(
    await api.POST("/v1/forms", {
      body: { name: "Contact", recipientIds: [id], settings: { uploads: { enabled: true } } },
    }),
  ).data;
  expectTypeOf(created.settings.uploads.retentionDays).toEqualTypeOf<number>();
  const at = { params: { path: { formId: created.id } } };
  await createForm(workspace);
  const first = given(await api.GET("/v1/forms", { params: { query: { limit: 1 } } }));
  const cursor = first.nextCursor ?? "";
  const second = given(await api.GET("/v1/forms", { params: { query: { limit: 1, cursor } } }));
  expect(second.data.map((form) => form.id)).toEqual([created.id]);
  const changed = given(
    await api.PATCH("/v1/forms/{formId}", { ...at, body: { status: "paused" } }),
  );
  expect(changed.data.status).toBe("paused");
  const rotated = given(await api.POST("/v1/forms/{formId}/rotate-key", at)).data;
  expect(rotated.publicKey).not.toBe(created.publicKey);
  expect(given(await api.GET("/v1/forms/{formId}", at)).data.turnstile).toBeNull();
  expect((await api.DELETE("/v1/forms/{formId}", at)).response.status).toBe(204);
  const gone = await api.GET("/v1/forms/{formId}", at);
  expectTypeOf(gone.error?.error.code).toEqualTypeOf<string | undefined>();
  expect(gone.error?.error.code).toBe("not_found");
});

test("typed client: connects and disconnects a Turnstile widget", async () => {
  const { workspace, api } = await setUp();
  const at = { params: { path: { formId: (await createForm(workspace)).id } } };
  const body = {
    siteKey: "0x4AAAAAAAsite",
    secretKey: "0x4AAAAAAAsecret",
    hostnames: ["www.example.com"],
    enabled: true,
  };
  const { data } = given(await api.POST("/v1/forms/{formId}/turnstile", { ...at, body }));
  expect(data.verifiedAt).toBeNull();
  const gone = await api.DELETE("/v1/forms/{formId}/turnstile", at);
  expect(gone.response.status).toBe(204);
});

test("typed client: adds and lists recipients", async () => {
  const { api } = await setUp();
  const email = `new-${newId()}@example.com`;
  const added = given(await api.POST("/v1/recipients", { body: { email } })).data;
  if ("verificationSentAt" in added) expect(added.resendAvailableAt).toBeGreaterThan(Date.now());
  else throw new Error("nothing was sent");
  expect(given(await api.GET("/v1/recipients")).data.map((one) => one.email)).toEqual([email]);
  const again = await api.POST("/v1/recipients", { body: { email } });
  expect(again.error?.error.code).toBe("verification_cooldown");
});

test("typed client: searches, exports, gets, moves, downloads, retries, and deletes submissions", async () => {
  const { workspace, api } = await setUp();
  const submission = await createSubmission(workspace, await createForm(workspace));
  const file = await createAttachment(workspace, submission, { content: "some notes" });
  const mail = await createDelivery(workspace, submission, { status: "uncertain" });
  const at = { params: { path: { submissionId: submission.id } } };
  const query = { search: "hello", unread: "true", folder: "all" } as const;
  const page = given(await api.GET("/v1/submissions", { params: { query } }));
  expect(page.data.map(({ attachmentCount }) => attachmentCount)).toEqual([1]);
  const csv = await api.GET("/v1/submissions/export", { params: { query }, parseAs: "text" });
  expectTypeOf(given(csv)).toEqualTypeOf<string>();
  expect(given(csv)).toContain(submission.id);
  const read = given(await api.GET("/v1/submissions/{submissionId}", at)).data;
  expectTypeOf(read.fields).toEqualTypeOf<{ [key: string]: string | string[] }>();
  expect(read.attachments.map(({ size }) => size)).toEqual([file.bytes.byteLength]);
  const moved = await api.PATCH("/v1/submissions/{submissionId}", {
    ...at,
    body: { folder: "archive", read: true },
  });
  expect(given(moved).data.folder).toBe("archive");
  const download = await api.GET("/v1/submissions/{submissionId}/attachments/{attachmentId}", {
    params: { path: { submissionId: submission.id, attachmentId: file.id } },
    parseAs: "arrayBuffer",
  });
  expect(Buffer.from(given(download))).toEqual(file.bytes);
  const retry = "/v1/submissions/{submissionId}/deliveries/{emailDeliveryId}/retry";
  const path = { submissionId: submission.id, emailDeliveryId: mail.id };
  const rejected = await api.POST(retry, { params: { path } });
  expect(rejected.error?.error.code).toBe("duplicate_not_acknowledged");
  const body = { acknowledgePossibleDuplicate: true };
  const early = await api.POST(retry, { params: { path }, body });
  expect(early.error?.error.code).toBe("retry_cooldown");
  expect((await api.DELETE("/v1/submissions/{submissionId}", at)).response.status).toBe(204);
});

test("typed client: gets the month's usage", async () => {
  const { workspace, api } = await setUp();
  await createSubmission(workspace, await createForm(workspace));
  const { data } = given(await api.GET("/v1/usage"));
  expectTypeOf(data.folders).toEqualTypeOf<{ [key: string]: number }>();
  expect([data.accepted, data.folders.inbox]).toEqual([1, 1]);
});

test("typed client: previews, saves, and gets routing rules, and gets a conflict for a stale revision", async () => {
  const { workspace, api } = await setUp();
  const recipient = await createVerifiedRecipient(workspace);
  const at = { params: { path: { formId: (await createForm(workspace)).id } } };
  const rules = [
    {
      id: newId(),
      name: "Sales",
      field: "topic",
      operator: "equals" as const,
      value: "sales",
      recipientIds: [recipient.id],
    },
  ];
  const previewed = await api.POST("/v1/forms/{formId}/routing/preview", {
    ...at,
    body: { config: { enabled: true, rules }, fields: { topic: "Sales" } },
  });
  expect(given(previewed).data).toMatchObject({ reason: "routing_rule", ruleName: "Sales" });
  const save = () =>
    api.POST("/v1/forms/{formId}/routing", {
      ...at,
      body: { revision: null, enabled: true, rules },
    });
  const saved = given(await save()).data;
  expect(given(await api.GET("/v1/forms/{formId}/routing", at)).data).toEqual(saved);
  expect((await save()).error?.error.code).toBe("revision_conflict");
});

test("typed client: previews, saves, and gets auto-replies", async () => {
  const { workspace, api } = await setUp();
  const form = await createForm(workspace);
  await createVerifiedWidget(form.id);
  const recipient = await createVerifiedRecipient(workspace);
  const at = { params: { path: { formId: form.id } } };
  const draft = {
    enabled: true,
    subject: "We received your message",
    message: "Thank you.",
    replyRecipientId: recipient.id,
  };
  const preview = await api.POST("/v1/forms/{formId}/autoresponder/preview", {
    ...at,
    body: draft,
  });
  expect(given(preview).data).toMatchObject({ replyTo: recipient.email });
  expect(given(await api.GET("/v1/forms/{formId}/autoresponder", at)).data).toBeNull();
  const body = { revision: null, ...draft };
  const saved = given(await api.POST("/v1/forms/{formId}/autoresponder", { ...at, body })).data;
  expect(given(await api.GET("/v1/forms/{formId}/autoresponder", at)).data).toEqual(saved);
});

test("typed client: creates, tests, rotates, and deletes a webhook, and lists its deliveries", async () => {
  const { workspace, api } = await setUp();
  const formId = (await createForm(workspace)).id;
  const at = { params: { path: { formId } } };
  const body = { url: "https://hooks.example.com/form", enabled: true };
  const { data: webhook } = given(await api.POST("/v1/forms/{formId}/webhook", { ...at, body }));
  if (!("signingSecret" in webhook)) throw new Error("expected the signing secret");
  expect(webhook.signingSecret).toMatch(/^whsec_/);
  const { deliveryId } = given(await api.POST("/v1/forms/{formId}/webhook/test", at)).data;
  const page = given(await api.GET("/v1/forms/{formId}/webhook/deliveries", at));
  expect(page.data.map(({ id }) => id)).toEqual([deliveryId]);
  const one = { params: { path: { formId, deliveryId } } };
  const delivery = given(
    await api.GET("/v1/forms/{formId}/webhook/deliveries/{deliveryId}", one),
  ).data;
  if (delivery.payload.type !== "webhook.test") throw new Error("expected a test event");
  expect(delivery.payload.data.formId).toBe(formId);
  const retried = await api.POST("/v1/forms/{formId}/webhook/deliveries/{deliveryId}/retry", one);
  expect(retried.error?.error.code).toBe("delivery_not_retryable");
  const rotated = await api.POST("/v1/forms/{formId}/webhook/rotate-secret", {
    ...at,
    body: { revision: webhook.revision },
  });
  expect(given(rotated).data.signingSecret).not.toBe(webhook.signingSecret);
  expect((await api.DELETE("/v1/forms/{formId}/webhook", at)).response.status).toBe(204);
  expect(given(await api.GET("/v1/forms/{formId}/webhook", at)).data).toBeNull();
});

test("typed client: submits to a form without an API token, and repeats it with the same key", async () => {
  const { workspace } = await setUp();
  const { publicKey } = await createForm(workspace);
  const send = () =>
    typedClient().POST("/f/{publicKey}", {
      params: { path: { publicKey }, header: { "Idempotency-Key": "order-17" } },
      body: { name: "Ada Lovelace", message: "Hello", copies: 2 },
    });
  const first = given(await send());
  expect(given(await send())).toEqual(first);
});
