import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { settings } from "#lib/core/settings/settings";
import { listAudit } from "#lib/domain/audit/list-audit";
import { UPLOAD_TYPE_NAMES, type UploadType } from "#lib/domain/forms/file-rules";
import { getFormOptions } from "#lib/domain/forms/forms";
import { updateForm } from "#lib/domain/forms/update-form";
import { readAttachment } from "#lib/domain/submissions/read-attachment";
import { getSubmission } from "#lib/domain/submissions/store";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { openApiDocument } from "#lib/entry/openapi/document";
import {
  acceptedId,
  BROWSER_ACCEPT,
  openPage,
  postVisit,
  submitTo,
} from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { createOwnForm } from "#tests/support/factories/factories";
import type { SentPart } from "#tests/support/factories/multipart-body";
import { changeSettings } from "#tests/support/setup/change-settings";

const MIB = 1024 * 1024;

/** A form that accepts files, of all types unless some are given. */
async function openForm(uploadTypes?: UploadType[]) {
  const settings = { uploads: { enabled: true, retentionDays: 1 } };
  const { workspace, ctx, form } = await createOwnForm({ settings });
  if (uploadTypes) await updateForm(ctx, form.id, { uploadTypes });
  return { workspace, ctx, form };
}

const openPdfForm = () => openForm(["pdf", "text"]);

/** A message with a text file, or others. */
function withFile(file: Partial<SentPart>, accept = "application/json", count = 1) {
  const paper = { name: "paper", filename: "notes.txt", content: "a line of text\n", ...file };
  const message = { name: "message", content: "see the file" };
  const multipart = [message, ...Array.from({ length: count }, () => paper)];
  return { multipart, headers: { accept } };
}

const textOf = (sizeBytes: number) => Buffer.alloc(sizeBytes, "a line of text\n");

test("a message may be as large as UPLOAD_LIMIT_MB says, and is stored unchanged", async () => {
  changeSettings({ uploadLimitMb: 25 });
  const { workspace, form } = await openForm();
  const size = 25 * MIB - 1024;
  const id = await acceptedId(await postVisit(form.publicKey, withFile({ content: textOf(size) })));
  const [file] = (await getSubmission(workspace.ctx, id)).attachments;
  expect(file).toMatchObject({ size, status: "available" });
  const { body } = await readAttachment(workspace.ctx, id, file?.id ?? "");
  const stored = Buffer.from(await new Response(body).arrayBuffer());
  expect(stored.equals(textOf(size))).toBe(true);
});

test.each([1, 4, 7])(
  "a message larger than %i MiB is rejected, and every text says the limit",
  async (uploadLimitMb) => {
    changeSettings({ uploadLimitMb });
    const { form } = await openForm();
    const tooLarge = { content: textOf(uploadLimitMb * MIB + 1) };
    const response = await postVisit(form.publicKey, withFile(tooLarge));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: {
        code: "submission_too_large",
        message: expect.stringContaining(`at most ${uploadLimitMb} MiB in total`),
      },
    });
    const page = await postVisit(form.publicKey, withFile(tooLarge, BROWSER_ACCEPT));
    expect(page.status).toBe(413);
    const shown = `at most ${uploadLimitMb} MB in total`;
    expect(await page.text()).toContain(shown);
    expect(await (await openPage(showHostedForm, form.publicKey)).text()).toContain(shown);
    const document = openApiDocument("https://forms.example.com", settings());
    expect(document.paths["/f/{publicKey}"]?.post?.description).toContain(
      `or ${uploadLimitMb} MiB as multipart`,
    );
  },
);

test.each([1, 2])(
  "a message has at most UPLOAD_FILES=%i files, and every text says so",
  async (n) => {
    changeSettings({ uploadFiles: n });
    const { form } = await openForm();
    const withFiles = (count: number, accept?: string) => withFile({}, accept, count);
    await acceptedId(await postVisit(form.publicKey, withFiles(n)));
    const rejected = await postVisit(form.publicKey, withFiles(n + 1));
    expect(rejected.status).toBe(422);
    const most = n === 1 ? "1 file" : "2 files";
    const message = `A submission can have at most ${most}, but this one has ${n + 1}.`;
    expect(await rejected.json()).toMatchObject({ error: { code: "too_many_fields", message } });
    const page = await postVisit(form.publicKey, withFiles(n + 1, BROWSER_ACCEPT));
    const hosted = await (await openPage(showHostedForm, form.publicKey)).text();
    const hint = n === 1 ? "One file of at most" : "Files: up to 2,";
    for (const shown of [await page.text(), hosted]) expect(shown).toContain(hint);
    expect(/<input type="file"[^>]* multiple/.test(hosted)).toBe(n > 1);
    const document = openApiDocument("https://forms.example.com", settings());
    expect(document.paths["/f/{publicKey}"]?.post?.description).toContain(`and ${most} (`);
  },
);

const post = (form: { publicKey: string }, filename: string, accept?: string) =>
  postVisit(form.publicKey, withFile({ filename, content: "a,b\n1,2\n" }, accept));

test("a file of another type is rejected, the message names the form's types, and nothing is stored", async () => {
  const { workspace, form } = await openPdfForm();
  const rejected = await post(form, "list.csv");
  expect(rejected.status).toBe(422);
  const message = "“list.csv” isn’t a type that this form accepts (pdf, txt)";
  expect(await rejected.json()).toMatchObject({
    error: {
      code: "file_type_not_allowed",
      message: `paper: ${message}.`,
      details: [{ path: "paper", message }],
    },
  });
  expect(await db().submission.count({ where: { workspaceId: workspace.id } })).toBe(0);
  expect(await db().storedObject.count({ where: { workspaceId: workspace.id } })).toBe(0);
});

test("a file of an accepted type is stored, and its content must be of one too", async () => {
  const { form } = await openPdfForm();
  await acceptedId(await post(form, "Notes.TXT"));
  const foreign = await post(form, "notes.pdf");
  expect(await foreign.json()).toMatchObject({
    error: { message: expect.stringContaining("“notes.pdf” isn’t an allowed type") },
  });
});

test("a message without a file, and every type again once all are selected, are accepted", async () => {
  const { ctx, form } = await openPdfForm();
  await submitTo(form, { message: "no file" });
  await updateForm(ctx, form.id, { uploadTypes: UPLOAD_TYPE_NAMES });
  await acceptedId(await post(form, "list.csv"));
  const row = await db().form.findFirstOrThrow({ where: { id: form.id } });
  expect(row.uploadTypes).toEqual([]);
});

test("the hosted form and the page of a rejected message offer and name only these types", async () => {
  const { form } = await openPdfForm();
  const hosted = await (await openPage(showHostedForm, form.publicKey)).text();
  const page = await post(form, "list.csv", BROWSER_ACCEPT);
  expect(page.status).toBe(422);
  for (const shown of [hosted, await page.text()]) {
    expect(shown).toContain('accept=".pdf,.txt"');
    expect(shown).toContain("(PDF or TXT)");
    expect(shown).not.toContain("OpenDocument");
  }
});

test("saving them is audited, keeps other settings, and doesn't overwrite what others saved", async () => {
  const { ctx, form } = await openPdfForm();
  const { data } = await listAudit(ctx, { limit: 10 });
  expect(data.find(({ action }) => action === "form.updated")).toMatchObject({
    details: { changed: ["uploadTypes"], to: { uploadTypes: "pdf, text" } },
  });
  const seen = { uploadTypes: UPLOAD_TYPE_NAMES };
  await expectRejection(
    updateForm(ctx, form.id, { uploadTypes: ["images"] }, seen),
    "revision_conflict",
    { details: [{ path: "uploadTypes" }] },
  );
  await updateForm(ctx, form.id, { name: "Renamed", ...seen }, { name: form.name, ...seen });
  expect((await getFormOptions(ctx, form.id)).uploadTypes).toEqual(["pdf", "text"]);
});
