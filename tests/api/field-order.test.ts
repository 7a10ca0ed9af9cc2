import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { callApi } from "#tests/support/contract/api";
import { type Post, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";

const PAIRS: [string, string][] = [
  ["2", "two"],
  ["10", "ten"],
  ["zebra", "stripes"],
  ["__proto__", "p"],
  ["1", "one"],
  ["constructor", "c"],
  ["0", "nought"],
];
const IN_ORDER =
  '{"2":"two","10":"ten","zebra":"stripes","__proto__":"p","1":"one","constructor":"c","0":"nought"}';

const WAYS: [string, Post][] = [
  ["JSON", { raw: IN_ORDER, contentType: "application/json" }],
  ["a URL-encoded form", { form: PAIRS }],
  ["a multipart form", { multipart: PAIRS.map(([name, content]) => ({ name, content })) }],
];

async function submit(post: Post) {
  const { workspace, token, form } = await createOwnForm();
  await createWebhook(workspace, form);
  const headers = { accept: "application/json" };
  const answer = await postVisit(form.publicKey, { ...post, headers });
  expect(answer.status).toBe(200);
  const { id } = await db().submission.findFirstOrThrow({ where: { formId: form.id } });
  return { token, form, path: `/v1/submissions/${id}` };
}

test.each(WAYS)(
  "keeps the order of fields sent as %s in reads, updates, exports, and webhook events",
  async (_, post) => {
    const { token, form, path } = await submit(post);
    const { id, body } = await db().delivery.findFirstOrThrow({
      where: { channel: "webhook", webhook: { formId: form.id } },
    });
    expect(body).toContain(`"fields":${IN_ORDER}`);
    const delivery = await callApi("GET", `/v1/forms/${form.id}/webhook/deliveries/${id}`, {
      token,
    });
    expect(delivery.bytes.toString()).toContain(`"payload":${body}`);
    const read = await callApi("GET", path, { token });
    expect(read.bytes.toString()).toContain(`"fields":${IN_ORDER}`);
    const changed = await callApi("PATCH", path, { token, body: { read: true } });
    expect(changed.bytes.toString()).toContain(`"fields":${IN_ORDER}`);
    expect(changed.json).toMatchObject({ data: { fields: { "10": "ten" }, read: true } });
    const exported = await callApi("GET", "/v1/submissions/export", { token });
    expect(exported.bytes.toString()).toContain(`"${IN_ORDER.replaceAll('"', '""')}"`);
  },
);

test("lists the values of a repeated name at the position of the first one", async () => {
  const raw = "7=a&3=b&7=c";
  const { token, path } = await submit({ raw, contentType: "application/x-www-form-urlencoded" });
  const answer = await callApi("GET", path, { token });
  expect(answer.bytes.toString()).toContain('"fields":{"7":["a","c"],"3":"b"}');
});
