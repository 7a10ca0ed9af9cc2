import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { settings } from "#lib/core/settings/settings";
import { getCapturedEmail } from "#lib/domain/emails/captured-emails";
import { saveOptions } from "#lib/domain/forms/options/form-options";
import { UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";
import { setUpSmtpEmail } from "#tests/support/twins/live-email";
import { createTestClock } from "#tests/support/twins/test-clock";

const live = setUpSmtpEmail();

async function sendFile(filename: string) {
  const own = await createOwnForm({ settings: { uploads: { enabled: true } } });
  await saveOptions(own.ctx, own.form.id, { ...UNSAVED_OPTIONS, attachFiles: true });
  const multipart = [{ name: "file", filename, content: "the content" }];
  await postVisit(own.form.publicKey, { multipart });
  return { ...own, clock: createTestClock(new Date()) };
}

test("an email by SMTP has the file attached, and nothing else about it", async () => {
  const { clock } = await sendFile("notes.txt");
  expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  const [message] = live.twin.accepted;
  expect(message?.content).toMatch(/^Content-Disposition: attachment; filename=notes\.txt\r$/m);
  expect(message?.content).toContain(Buffer.from("the content").toString("base64"));
});

test("a captured email shows which files it has attached", async () => {
  const { email } = settings();
  changeSettings({ email: { ...email, mode: "capture" } });
  const { ctx, clock } = await sendFile("notes.txt");
  expect(await drainOutbox(clock)).toMatchObject({ sent: 1 });
  const { id } = await db().capturedEmail.findFirstOrThrow({
    where: { workspaceId: ctx.workspaceId },
  });
  expect((await getCapturedEmail(ctx, id)).attachments).toEqual([
    { filename: "notes.txt", contentType: "text/plain", size: "the content".length },
  ]);
});
