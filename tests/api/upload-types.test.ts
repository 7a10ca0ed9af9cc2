import { expect, test } from "vitest";
import { listAudit } from "#lib/audit/list-audit";
import { db } from "#lib/db/database";
import { duplicateForm } from "#lib/forms/create-form";
import { UPLOAD_TYPE_NAMES } from "#lib/forms/file-rules";
import { getUploadTypes } from "#lib/forms/forms";
import { updateForm } from "#lib/forms/update-form";
import { showHostedForm } from "#lib/intake-http/hosted-form";
import { acceptedId, BROWSER_ACCEPT, openPage, postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

const ACCEPT_PDF_AND_TEXT = 'accept=".pdf,.txt"';

/** A form that accepts PDF and plain text. */
async function openForm() {
  const workspace = await createWorkspace();
  const settings = { uploads: { enabled: true, retentionDays: 1 } };
  const form = await createForm(workspace, { settings });
  await updateForm(workspace.ctx, form.id, { uploadTypes: ["pdf", "text"] });
  return { workspace, ctx: workspace.ctx, form };
}

function withFile(filename: string, accept = "application/json") {
  return {
    multipart: [
      { name: "message", content: "see the file" },
      { name: "paper", filename, content: "a,b\n1,2\n" },
    ],
    headers: { accept },
  };
}

test("a file of another type is rejected, the message names the form's types, and nothing is stored", async () => {
  const { workspace, form } = await openForm();
  const rejected = await postVisit(form.publicKey, withFile("list.csv"));
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

test("a file of an accepted type is stored, and its content must still match", async () => {
  const { form } = await openForm();
  await acceptedId(await postVisit(form.publicKey, withFile("Notes.TXT")));
  const foreign = await postVisit(form.publicKey, withFile("notes.pdf"));
  expect(await foreign.json()).toMatchObject({
    error: { message: expect.stringContaining("its content doesn’t match its extension") },
  });
});

test("a message without a file, and every type again once all are selected, are accepted", async () => {
  const { ctx, form } = await openForm();
  await acceptedId(await postVisit(form.publicKey, { json: { message: "no file" } }));
  await updateForm(ctx, form.id, { uploadTypes: UPLOAD_TYPE_NAMES });
  await acceptedId(await postVisit(form.publicKey, withFile("list.csv")));
  const row = await db().form.findFirstOrThrow({ where: { id: form.id } });
  expect(row.uploadTypes).toEqual([]);
});

test("the hosted form and the page of a rejected message offer and name only these types", async () => {
  const { form } = await openForm();
  const hosted = await (await openPage(showHostedForm, form.publicKey)).text();
  const page = await postVisit(form.publicKey, withFile("list.csv", BROWSER_ACCEPT));
  expect(page.status).toBe(422);
  for (const shown of [hosted, await page.text()]) {
    expect(shown).toContain(ACCEPT_PDF_AND_TEXT);
    expect(shown).toContain("(PDF, TXT)");
    expect(shown).not.toContain("OpenDocument");
  }
});

test("saving them is audited, keeps other settings, and doesn't overwrite what others saved", async () => {
  const { ctx, form } = await openForm();
  const { data } = await listAudit(ctx, { limit: 10 });
  expect(data.find(({ action }) => action === "form.updated")).toMatchObject({
    details: { changed: ["uploadTypes"], to: { uploadTypes: "pdf, text" } },
  });
  const seen = { uploadTypes: UPLOAD_TYPE_NAMES };
  await expect(updateForm(ctx, form.id, { uploadTypes: ["images"] }, seen)).rejects.toMatchObject({
    code: "revision_conflict",
    details: [{ path: "uploadTypes" }],
  });
  await updateForm(ctx, form.id, { name: "Renamed", ...seen }, { name: form.name, ...seen });
  expect(await getUploadTypes(ctx, form.id)).toEqual(["pdf", "text"]);
});

test("a copy has the same types, and another workspace can neither read nor change them", async () => {
  const { ctx, form } = await openForm();
  const copy = await duplicateForm(ctx, form.id);
  expect(await getUploadTypes(ctx, copy.id)).toEqual(["pdf", "text"]);
  const stranger = await createWorkspace();
  const notFound = { code: "not_found" };
  await expect(getUploadTypes(stranger.ctx, form.id)).rejects.toMatchObject(notFound);
  const input = { uploadTypes: ["images" as const] };
  await expect(updateForm(stranger.ctx, form.id, input)).rejects.toMatchObject(notFound);
});
