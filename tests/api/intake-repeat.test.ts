import { describe, expect, test } from "vitest";
import { db } from "#lib/db/database";
import { getUsage } from "#lib/usage/get-usage";
import { acceptedId, postVisit, rejectionCode } from "#tests/support/contract/intake";
import { noteFigures } from "#tests/support/drills/figures";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";

async function openForm(settings = {}) {
  const workspace = await createWorkspace();
  return createForm(workspace, { settings });
}

function countMessages(formId: string): Promise<number> {
  return db().submission.count({ where: { formId } });
}

describe("an idempotency key", () => {
  test("answers a repeat like the first time and stores nothing, in any encoding and order", async () => {
    const form = await openForm();
    const headers = { "idempotency-key": "order-1" };
    const first = await postVisit(form.publicKey, { json: { a: "1", b: "2" }, headers });
    const repeats = [
      await postVisit(form.publicKey, { json: { b: "2", a: "1" }, headers }),
      await postVisit(form.publicKey, {
        form: { b: "2", a: "1" },
        headers: { ...headers, accept: "application/json" },
      }),
      await postVisit(form.publicKey, {
        multipart: [
          { name: "a", content: "1" },
          { name: "b", content: "2" },
          { name: "_service_note", content: "control fields are not content" },
        ],
        headers: { ...headers, "x-requested-with": "fetch" },
      }),
    ];
    const { data } = (await first.json()) as { data: unknown };
    for (const repeat of repeats) {
      expect(repeat.status).toBe(201);
      expect(repeat.headers.get("idempotent-replayed")).toBe("true");
      expect(await repeat.json()).toEqual({ data });
    }
    expect(first.headers.has("idempotent-replayed")).toBe(false);
    expect(await countMessages(form.id)).toBe(1);
  });

  test("of 200 identical posts at once stores one message, counted once, with one event", async ({
    task,
  }) => {
    const workspace = await createWorkspace();
    const form = await createForm(workspace);
    await createWebhook(workspace, form);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        postVisit(form.publicKey, {
          json: { message: "once" },
          headers: { "idempotency-key": "at-once" },
        }),
      ),
    );
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(new Set(await Promise.all(answers.map(acceptedId))).size).toBe(1);
    const where = { submission: { formId: form.id } };
    const came = {
      messages: await countMessages(form.id),
      counted: (await getUsage(workspace.ctx)).accepted,
      events: await db().webhookDelivery.count({ where }),
      mails: await db().emailDelivery.count({ where }),
    };
    noteFigures(task, {
      drill: "One key, many submissions",
      tried: "200 identical submissions at once with one key, in one process",
      came: Object.entries(came)
        .map((pair) => pair.join(" "))
        .join(", "),
    });
    expect(came).toEqual({ messages: 1, counted: 1, events: 1, mails: 1 });
  });

  test("is rejected for another content, and does not stand in the way of other forms", async () => {
    const form = await openForm();
    const other = await openForm();
    const headers = { "idempotency-key": "shared" };
    await postVisit(form.publicKey, { json: { message: "one" }, headers });
    const reused = await postVisit(form.publicKey, { json: { message: "two" }, headers });
    expect(reused.status).toBe(422);
    expect(await rejectionCode(reused)).toBe("idempotency_key_reused");
    const elsewhere = await postVisit(other.publicKey, { json: { message: "two" }, headers });
    expect(elsewhere.status).toBe(201);
  });

  test("in the header wins over the one in the field; a malformed one is named", async () => {
    const form = await openForm();
    const field = { message: "hello", _service_idempotency_key: "from-field" };
    await postVisit(form.publicKey, { json: field, headers: { "idempotency-key": "from-header" } });
    const keys = await db().idempotencyKey.findMany({ where: { formId: form.id } });
    expect(keys.map(({ key }) => key)).toEqual(["sent:from-header"]);
    for (const key of ["x".repeat(129), "with space"]) {
      const rejected = await postVisit(form.publicKey, {
        json: { message: "hello" },
        headers: { "idempotency-key": key },
      });
      expect(rejected.status).toBe(422);
      expect(await rejectionCode(rejected)).toBe("validation_failed");
    }
    const longest = await postVisit(form.publicKey, {
      json: { message: "hello" },
      headers: { "idempotency-key": "x".repeat(128) },
    });
    expect(longest.status).toBe(201);
  });

  test("does not remember rejections", async () => {
    const form = await openForm();
    const headers = { "idempotency-key": "second-try" };
    const rejected = await postVisit(form.publicKey, { json: { message: "" }, headers });
    expect(await rejectionCode(rejected)).toBe("empty_submission");
    const mended = await postVisit(form.publicKey, { json: { message: "hello" }, headers });
    expect(mended.status).toBe(201);
  });

  test("is free again after 24 hours", async () => {
    const form = await openForm();
    const headers = { "idempotency-key": "yesterday" };
    await postVisit(form.publicKey, { json: { message: "one" }, headers });
    await db().idempotencyKey.updateMany({
      where: { formId: form.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const again = await postVisit(form.publicKey, { json: { message: "two" }, headers });
    expect(again.status).toBe(201);
    expect(again.headers.has("idempotent-replayed")).toBe(false);
    expect(await countMessages(form.id)).toBe(2);
  });
});

describe("a plain HTML post without a key", () => {
  const double = { form: { message: "hello" } };

  test("that is clicked twice stores one message", async () => {
    const form = await openForm();
    const answers = await Promise.all([
      postVisit(form.publicKey, double),
      postVisit(form.publicKey, double),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await countMessages(form.id)).toBe(1);
  });

  test("from another address, with another content or after 15 seconds is another message", async () => {
    const form = await openForm();
    await postVisit(form.publicKey, double);
    await postVisit(form.publicKey, { ...double, address: "203.0.113.8" });
    await postVisit(form.publicKey, { form: { message: "hello again" } });
    expect(await countMessages(form.id)).toBe(3);
    await db().idempotencyKey.updateMany({
      where: { formId: form.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await postVisit(form.publicKey, double);
    expect(await countMessages(form.id)).toBe(4);
  });

  test("is not what JSON posts are: each of them is a message of its own", async () => {
    const form = await openForm();
    for (let n = 0; n < 2; n += 1) await postVisit(form.publicKey, { json: { message: "hello" } });
    expect(await countMessages(form.id)).toBe(2);
  });
});
