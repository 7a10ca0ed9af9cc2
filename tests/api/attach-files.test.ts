import { expect, test } from "vitest";
import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import { saveOptions } from "#lib/domain/forms/options/form-options";
import { UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { createTestClock } from "#tests/support/twins/test-clock";

const live = setUpLiveEmail();

const Sent = z.object({
  html: z.string(),
  text: z.string(),
  attachments: z
    .array(z.object({ filename: z.string(), content: z.string(), content_type: z.string() }))
    .optional(),
});
const sentEmails = () => live.twin.sent.map(({ body }) => Sent.parse(JSON.parse(body)));

async function sendFiles(attachFiles: boolean, contents: readonly string[]) {
  const own = await createOwnForm({ settings: { uploads: { enabled: true } } });
  const { ctx, form } = own;
  await saveOptions(ctx, form.id, { ...UNSAVED_OPTIONS, attachFiles });
  const multipart = contents.map((content, at) => ({
    name: "file",
    filename: `${at}.txt`,
    content,
  }));
  const response = await postVisit(form.publicKey, { multipart });
  expect(response.status).toBe(303);
  return { ...own, clock: createTestClock(new Date()) };
}

test("a notification has the files attached, as they were sent", async () => {
  const { clock } = await sendFiles(true, ["first", "zweite Datei: ä"]);
  expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  const [email] = sentEmails();
  expect(
    email?.attachments?.map(({ filename, content, content_type }) => [
      filename,
      Buffer.from(content, "base64").toString(),
      content_type,
    ]),
  ).toEqual([
    ["0.txt", "first", "text/plain"],
    ["1.txt", "zweite Datei: ä", "text/plain"],
  ]);
  expect(email?.text).toContain("Attached to this email.");
});

test.each([
  ["its form doesn't want that", false, ["small"]],
  ["they have more than 5 MB in total", true, ["x".repeat(3_000_000), "y".repeat(2_500_000)]],
])("files are linked where %s", async (_, attachFiles, contents) => {
  changeSettings({ uploadLimitMb: 10 });
  const { clock } = await sendFiles(attachFiles, contents);
  expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  const [email] = sentEmails();
  expect(email?.attachments).toBeUndefined();
  expect(email?.text).toContain("Open the message to download.");
});

test("a retry sends the same bytes, even if the form has changed since", async () => {
  const { ctx, form, clock } = await sendFiles(true, ["the file"]);
  live.twin.answerNext({ status: 500 });
  expect(await drainOutbox(clock)).toMatchObject({ retried: 1 });
  const { revision } = await db().formOptions.findFirstOrThrow({ where: { formId: form.id } });
  await saveOptions(ctx, form.id, { ...UNSAVED_OPTIONS, revision });
  clock.advance(30_000);
  expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  const bodies = live.twin.received.map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
});

test("files that are gone before the first attempt are linked; the message still arrives", async () => {
  const { form, clock } = await sendFiles(true, ["the file"]);
  await db().storedObject.updateMany({
    where: { attachments: { some: { submission: { formId: form.id } } } },
    data: { status: "deleting" },
  });
  expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  expect(sentEmails()[0]?.attachments).toBeUndefined();
});
