import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "#lib/adapters/db/database";
import { getUsage } from "#lib/domain/usage/get-usage";
import { acceptedId, type Post, postVisit, rejectionCode } from "#tests/support/contract/intake";
import { noteFigures } from "#tests/support/drills/figures";
import { createOwnForm, openForm } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { receiveAt, START } from "#tests/support/twins/test-clock";

function countMessages(formId: string): Promise<number> {
  return db().submission.count({ where: { formId } });
}

test("replays the response to a repeat in any encoding and field order and stores nothing", async () => {
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
  const answer = await first.json();
  for (const repeat of repeats) {
    expect(repeat.status).toBe(200);
    expect(repeat.headers.get("idempotent-replayed")).toBe("true");
    expect(await repeat.json()).toEqual(answer);
  }
  expect(first.headers.has("idempotent-replayed")).toBe(false);
  expect(await countMessages(form.id)).toBe(1);
});

test("stores, counts, and sends one message for 200 identical concurrent submissions", async ({
  task,
}) => {
  const { workspace, form } = await createOwnForm();
  await createWebhook(workspace, form);
  const post = { json: { message: "once" }, headers: { "idempotency-key": "at-once" } };
  const posts = Array.from({ length: 200 }, () => postVisit(form.publicKey, post));
  const answers = await Promise.all(posts);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(await Promise.all(answers.map(acceptedId))).size).toBe(1);
  const where = { submission: { formId: form.id } };
  const came = {
    messages: await countMessages(form.id),
    counted: (await getUsage(workspace.ctx)).accepted,
    events: await db().delivery.count({ where: { ...where, channel: "webhook" } }),
    emails: await db().delivery.count({ where: { ...where, channel: "email" } }),
  };
  noteFigures(task, {
    drill: "One key, many submissions",
    tried: "200 identical submissions at once with one key, in one process",
    came: Object.entries(came)
      .map((pair) => pair.join(" "))
      .join(", "),
  });
  expect(came).toEqual({ messages: 1, counted: 1, events: 1, emails: 1 });
});

test("rejects a used key with different content, but accepts it for another form", async () => {
  const form = await openForm();
  const other = await openForm();
  const headers = { "idempotency-key": "shared" };
  await postVisit(form.publicKey, { json: { message: "one" }, headers });
  const reused = await postVisit(form.publicKey, { json: { message: "two" }, headers });
  expect(reused.status).toBe(422);
  expect(await rejectionCode(reused)).toBe("idempotency_key_reused");
  const elsewhere = await postVisit(other.publicKey, { json: { message: "two" }, headers });
  expect(elsewhere.status).toBe(200);
});

test("prefers the key in the header to the one in the field and rejects a malformed key", async () => {
  const form = await openForm();
  const field = { message: "hello", _service_idempotency_key: "from-field" };
  await postVisit(form.publicKey, { json: field, headers: { "idempotency-key": "from-header" } });
  const keys = await db().idempotencyKey.findMany({ where: { formId: form.id } });
  expect(keys.map(({ key }) => key)).toEqual(["sent:from-header"]);
  const post = (key: string) => {
    const headers = { "idempotency-key": key };
    return postVisit(form.publicKey, { json: { message: "hello" }, headers });
  };
  for (const key of ["x".repeat(129), "with space"]) {
    const rejected = await post(key);
    expect(rejected.status).toBe(422);
    expect(await rejectionCode(rejected)).toBe("validation_failed");
  }
  expect((await post("x".repeat(128))).status).toBe(200);
});

const double = { form: { message: "hello" } };

test("stores one message when a visitor of an HTML form clicks twice", async () => {
  const form = await openForm();
  const clicks = [1, 2].map(() => postVisit(form.publicKey, double));
  const answers = await Promise.all(clicks);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await countMessages(form.id)).toBe(1);
});

test("an HTML form stores another message from another address or with other content", async () => {
  const form = await openForm();
  await postVisit(form.publicKey, double);
  await postVisit(form.publicKey, { ...double, address: "203.0.113.8" });
  await postVisit(form.publicKey, { form: { message: "hello again" } });
  expect(await countMessages(form.id)).toBe(3);
});

const ORIGIN = { origin: "https://shop.example" };

const SCRIPTS: [string, Post][] = [
  ["JSON", { json: { message: "hello" }, headers: ORIGIN }],
  [
    "JSON of its own site",
    { json: { message: "hello" }, headers: { "sec-fetch-site": "same-origin" } },
  ],
  ["a form", { form: { message: "hello" }, headers: { ...ORIGIN, accept: "*/*" } }],
  [
    "FormData",
    {
      multipart: [{ name: "message", content: "hello" }],
      headers: { origin: "null", accept: "application/json" },
    },
  ],
];

test.each(SCRIPTS)(
  "stores one message when a page's script sends %s several times, at once or not, and answers all the same",
  async (_body, post) => {
    const form = await openForm();
    const clicks = [1, 2, 3].map(() => postVisit(form.publicKey, post));
    const answers = [...(await Promise.all(clicks)), await postVisit(form.publicKey, post)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    const replayed = answers.filter(({ headers }) => headers.has("idempotent-replayed"));
    expect(replayed).toHaveLength(3);
    expect(await countMessages(form.id)).toBe(1);
  },
);

test("stores one message when an upload's script sends twice at once, and keeps one file", async () => {
  const form = await openForm({ uploads: { enabled: true, retentionDays: 1 } });
  const post: Post = {
    multipart: [{ name: "file", filename: "a.txt", content: "text" }],
    headers: { ...ORIGIN, accept: "*/*" },
  };
  const answers = await Promise.all([1, 2].map(() => postVisit(form.publicKey, post)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(await Promise.all(answers.map(acceptedId))).size).toBe(1);
  expect(await db().attachment.count({ where: { submission: { formId: form.id } } })).toBe(1);
});

test("stores each of two identical submissions of a server", async () => {
  const form = await openForm();
  for (let n = 0; n < 2; n += 1) await postVisit(form.publicKey, { json: { message: "hello" } });
  const server = {
    form: { message: "hello" },
    headers: { accept: "*/*", "sec-fetch-mode": "cors" },
  };
  for (let n = 0; n < 2; n += 1) await postVisit(form.publicKey, server);
  expect(await countMessages(form.id)).toBe(4);
});

const DAY_MS = 86_400_000;

const REPEATS: [string, number, Post][] = [
  [
    "an idempotency key expires after exactly 24 hours",
    DAY_MS,
    { json: { message: "once" }, headers: { "idempotency-key": "order-1" } },
  ],
  [
    "an idempotency key for a submission with files expires after exactly 24 hours",
    DAY_MS,
    {
      multipart: [{ name: "file", filename: "a.txt", content: "text" }],
      headers: { accept: "application/json", "idempotency-key": "with-file" },
    },
  ],
  [
    "a repeated script post of a browser is deduplicated for exactly 15 seconds",
    15_000,
    { json: { message: "hello" }, headers: ORIGIN },
  ],
  [
    "a repeated plain HTML post is deduplicated for exactly 15 seconds",
    15_000,
    { form: { message: "hello" } },
  ],
];

describe("with a clock that only moves when the test sets it", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
  afterEach(async () => {
    vi.useRealTimers();
    await receiveAt(null);
  });

  test("a repeat of a browser is no error to a process whose clock is ahead of the database's", async () => {
    const form = await openForm();
    await receiveAt(START);
    const post = { json: { message: "hello" }, headers: ORIGIN };
    const first = await acceptedId(await postVisit(form.publicKey, post));
    vi.setSystemTime(START.getTime() + 60_000);
    const repeat = await postVisit(form.publicKey, post);
    expect(repeat.status).toBe(200);
    expect(await acceptedId(repeat)).toBe(first);
  });

  test.each(REPEATS)("%s", async (_title, lifetimeMs, post) => {
    const settings = { uploads: { enabled: true, retentionDays: 1 } };
    const { form } = await createOwnForm({ settings });
    const answers: Response[] = [];
    for (const ms of [0, lifetimeMs - 1, lifetimeMs]) {
      const now = new Date(START.getTime() + ms);
      vi.setSystemTime(now);
      await receiveAt(now);
      answers.push(await postVisit(form.publicKey, post));
    }
    const replayed = answers.map(({ headers }) => headers.get("idempotent-replayed"));
    expect(replayed).toEqual([null, "true", null]);
    if ("form" in post) return;
    const [first, repeat, second] = await Promise.all(answers.map(acceptedId));
    expect(repeat).toBe(first);
    expect(second).not.toBe(first);
  });
});
