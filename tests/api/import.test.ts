import { mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { idsOf } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { deleteForm } from "#lib/domain/forms/forms";
import { claimImport, readImportForm } from "#lib/domain/imports/claim-import";
import { addImportPart } from "#lib/domain/imports/import-file";
import { createImport, getImport, listImports } from "#lib/domain/imports/imports";
import { recordMapper } from "#lib/domain/imports/map-record";
import { previewImport } from "#lib/domain/imports/preview-import";
import { runBatch } from "#lib/domain/imports/run-batch";
import { runImports } from "#lib/domain/imports/run-imports";
import { ImportSettings } from "#lib/domain/imports/schema";
import { cancelImport, startImport, undoImport } from "#lib/domain/imports/start-import";
import { exportSelected } from "#lib/domain/submissions/export/export-submissions";
import { countMessages } from "#lib/domain/submissions/inbox/count-submissions";
import { listSubmissions } from "#lib/domain/submissions/inbox/list-submissions";
import { restoreSubmission } from "#lib/domain/submissions/mark-not-spam";
import { createNote } from "#lib/domain/submissions/notes/add-notes";
import { findPerson } from "#lib/domain/submissions/person/find-person";
import { erasePerson } from "#lib/domain/submissions/person/person-data";
import { ListSubmissionsQuery } from "#lib/domain/submissions/schema";
import { getSubmission, objectKey } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { getUsage } from "#lib/domain/usage/get-usage";
import { postVisit } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  contextAt,
  createForm,
  createOwnForm,
  createWorkspace,
} from "#tests/support/factories/factories";
import {
  csvOf,
  importedRows,
  importFile,
  runToEnd,
  uploadFile,
} from "#tests/support/factories/import-factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { maintain } from "#tests/support/factories/maintain";
import { createSubmission } from "#tests/support/factories/message-factories";
import { fixtureBytes, readWhole } from "#tests/support/imports/read-fixture";
import { changeSettings } from "#tests/support/setup/change-settings";

const START = { settings: {}, dryRun: false };

const move = (ctx: Context, id: string, folder: "inbox" | "spam") =>
  updateSubmission(ctx, id, { folder });

async function totalsOf(ctx: Context) {
  const totals = await countMessages(ctx);
  const sum = (pick: (row: (typeof totals)[number]) => number) =>
    totals.reduce((all, row) => all + pick(row), 0);
  return { total: sum(({ total }) => total), unread: sum(({ unread }) => unread) };
}

/** Claims the import and works off its first messages, as a process that is killed then. */
async function dieAfter(importId: string, content: string, count: number): Promise<void> {
  const claim = await claimImport(new Date());
  if (claim?.id !== importId) throw new Error("another import was claimed");
  const { raw } = await readWhole(new TextEncoder().encode(content), "messages.csv");
  const times = { fallback: claim.startedAt, now: new Date() };
  const map = recordMapper(ImportSettings.parse(claim.settings), times);
  const records = raw.slice(0, count).map(map);
  await runBatch(claim, await readImportForm(claim), records, { now: new Date(), seen: new Set() });
}

describe("an import", () => {
  test("brings messages with their times, read, into the archive or spam, and nothing else", async () => {
    const { workspace, ctx, form } = await createOwnForm();
    await createWebhook(workspace, form);
    const done = await importFile(ctx, form.id, fixtureBytes("formspree.json"), {
      filename: "formspree.json",
    });
    expect(done).toMatchObject({
      status: "completed",
      rows: 3,
      totalRows: 3,
      imported: 3,
      spam: 1,
      duplicates: 0,
      skipped: 0,
      problems: [],
    });
    const rows = await importedRows({ importId: done.id });
    expect(rows).toMatchObject([
      { folder: "archive", isRead: true, name: "Ada Byron", email: "ada@birch.example" },
      { folder: "spam", isRead: true, spamReason: "manual", judgment: null, spamLabel: null },
      { folder: "archive", email: "noor@birch.example", visitorReplyReason: "imported" },
    ]);
    expect(rows[0]?.receivedAt.toISOString()).toBe("2026-03-02T09:15:30.120Z");
    expect(rows[2]?.fields).toContainEqual(["topics", ["billing", "urgent"]]);
    expect(await db().delivery.count({ where: { workspaceId: workspace.id } })).toBe(0);
    expect(await getUsage(ctx)).toMatchObject({
      accepted: 0,
      spam: 0,
      folders: { archive: 2, spam: 1 },
    });
    expect(await totalsOf(ctx)).toEqual({ total: 3, unread: 0 });
  });

  test("adds nothing the second time, and what was added to the file since", async () => {
    const { ctx, form } = await createOwnForm();
    await importFile(ctx, form.id, csvOf(40));
    const again = await importFile(ctx, form.id, csvOf(45));
    expect(again).toMatchObject({ imported: 5, duplicates: 40 });
    expect(await importFile(ctx, form.id, csvOf(45), { dryRun: true })).toMatchObject({
      status: "ready",
      imported: 0,
      duplicates: 45,
    });
    expect(await importedRows({ formId: form.id })).toHaveLength(45);
  });

  test("knows messages without IDs by their content, also in another form's import", async () => {
    const { workspace, ctx, form } = await createOwnForm();
    const file =
      "Timestamp,Name\n1/31/2026 10:00:00,Ada\n1/31/2026 10:00:00,Ada\n1/31/2026 10:00:01,Ada\n";
    expect(await importFile(ctx, form.id, file, { dryRun: true })).toMatchObject({
      imported: 2,
      duplicates: 1,
    });
    expect(await importFile(ctx, form.id, file)).toMatchObject({ imported: 2, duplicates: 1 });
    const other = await createForm(workspace);
    expect(await importFile(ctx, other.id, file)).toMatchObject({ imported: 2 });
  });

  test("doesn't bring what this service exported and still has", async () => {
    const { workspace, ctx, form } = await createOwnForm();
    await postVisit(form.publicKey, { json: { name: "Ada" } });
    const [row] = await importedRows({ formId: form.id });
    const file = `id,received_at,form,folder,name\n${row?.id},2026-01-01T00:00:00.000Z,Contact,inbox,Ada\n`;
    expect(await importFile(ctx, form.id, file)).toMatchObject({ imported: 0, duplicates: 1 });
    const other = await createForm(workspace);
    expect(await importFile(ctx, other.id, file)).toMatchObject({ imported: 1, duplicates: 0 });
  });

  test("brings what a selection's export has, without what people did about its messages", async () => {
    const { workspace, ctx, form } = await createOwnForm();
    await postVisit(form.publicKey, { json: { name: "Ada", notes: "By the door" } });
    const [row] = await importedRows({ formId: form.id });
    const id = row?.id ?? "";
    await updateSubmission(ctx, id, { answered: true, assigneeId: workspace.user.id });
    await createNote(ctx, id, { text: "Call back" });
    const file = await new Response(
      await exportSelected(ctx, { ids: [id], columns: "fields" }),
    ).text();
    expect(file).toContain("Call back");
    const other = await createForm(workspace);
    expect(await importFile(ctx, other.id, file)).toMatchObject({ imported: 1 });
    const [brought] = await importedRows({ formId: other.id });
    expect(brought?.fields).toEqual([
      ["name", "Ada"],
      ["notes", "By the door"],
    ]);
  });

  test("keeps the times of this service's own export, whatever zone they're in", async () => {
    const { workspace, form } = await createOwnForm();
    for (const at of [
      "2026-10-25T00:30:00.120Z",
      "2026-10-25T01:30:00.999Z",
      "2026-06-30T23:59:59.001Z",
    ])
      await createSubmission(workspace, form, { receivedAt: new Date(at) });
    const ids = idsOf(await importedRows({ formId: form.id }));
    for (const timeZone of ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "UTC"]) {
      const layout = { ids, columns: "fields", timeZone } as const;
      const file = await new Response(await exportSelected(workspace.ctx, layout)).text();
      const other = await createOwnForm();
      const done = await importFile(other.workspace.ctx, other.form.id, file);
      expect(done).toMatchObject({ imported: 3, problems: [] });
      const times = (await importedRows({ importId: done.id })).map(({ receivedAt }) =>
        receivedAt.toISOString(),
      );
      expect(times.toSorted(), timeZone).toEqual([
        "2026-06-30T23:59:59.001Z",
        "2026-10-25T00:30:00.120Z",
        "2026-10-25T01:30:00.999Z",
      ]);
    }
  });

  test("names each problem by its row, and stores the others", async () => {
    const { ctx, form } = await createOwnForm();
    const file =
      "date,message\n2026-01-01,a\nsoon,b\n2026-01-03,\n2026-01-04,d,e,f\n2026-01-05,g\n";
    const done = await importFile(ctx, form.id, file);
    expect(done).toMatchObject({ imported: 2, skipped: 3, problemCount: 3 });
    expect(done.problems).toEqual([
      { row: 2, column: "date", message: expect.stringContaining("can't be read"), skipped: true },
      { row: 3, column: null, message: "This message has no values.", skipped: true },
      { row: 4, column: null, message: expect.stringContaining("4 cells"), skipped: true },
    ]);
  });

  test("lists 200 problems and counts all", async () => {
    const { ctx, form } = await createOwnForm();
    const bad = Array.from({ length: 700 }, (_, n) => `never,${n}`).join("\n");
    const done = await importFile(ctx, form.id, `date,message\n2026-01-01,a\n${bad}\n`, {
      dryRun: true,
    });
    expect(done).toMatchObject({ status: "ready", imported: 1, problemCount: 700 });
    expect(done.problems).toHaveLength(200);
    expect(done.problems.at(-1)?.row).toBe(201);
  });

  test("leaves out what is older than the form keeps messages, and says so first", async () => {
    const { ctx, form } = await createOwnForm({ settings: { messageRetentionDays: 30 } });
    const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
    const file = `date,message\n${days(40)},old\n${days(29)},kept\n`;
    expect(await importFile(ctx, form.id, file, { dryRun: true })).toMatchObject({
      imported: 1,
      expired: 1,
    });
    const done = await importFile(ctx, form.id, file);
    expect(done).toMatchObject({ imported: 1, expired: 1 });
    const [row] = await importedRows({ importId: done.id });
    expect(row?.expiresAt?.getTime()).toBe((row?.receivedAt.getTime() ?? 0) + 30 * 86_400_000);
  });

  test("asks for the order of day and month if both fit", async () => {
    const { ctx, form } = await createOwnForm();
    const bytes = fixtureBytes("google-forms-ambiguous.csv");
    const { id } = await uploadFile(ctx, form.id, bytes);
    expect(await previewImport(ctx, id, {})).toMatchObject({
      isDateAmbiguous: true,
      hasTimeZones: false,
    });
    await expectRejection(startImport(ctx, id, START), "validation_failed");
    const settings = { dateFormat: "dmy", timeZone: "Europe/Berlin" } as const;
    const preview = await previewImport(ctx, id, { settings });
    expect(preview.dates[0]).toEqual({
      text: "1/2/2026 10:00:00",
      at: Date.parse("2026-02-01T09:00:00Z"),
    });
    await startImport(ctx, id, { settings, dryRun: false });
    const [row] = await importedRows({ importId: (await runToEnd(ctx, id)).id });
    expect(row?.receivedAt.toISOString()).toBe("2026-02-01T09:00:00.000Z");
  });

  test("previews 20 messages, and stores nothing", async () => {
    const { ctx, form } = await createOwnForm();
    const { id } = await uploadFile(ctx, form.id, csvOf(50));
    const preview = await previewImport(ctx, id, {});
    expect(preview.rows).toHaveLength(20);
    expect(preview.rows[0]).toMatchObject({
      row: 1,
      name: "Person 0",
      folder: "archive",
      problems: [],
    });
    expect(preview.samples[2]?.values).toHaveLength(3);
    expect(await importedRows({ formId: form.id })).toEqual([]);
  });

  test("can be done after a dry run, whose counts begin anew", async () => {
    const { ctx, form } = await createOwnForm();
    const checked = await importFile(ctx, form.id, csvOf(300), { dryRun: true });
    expect(checked).toMatchObject({
      status: "ready",
      imported: 300,
      totalRows: 300,
      undoUntil: null,
    });
    await startImport(ctx, checked.id, START);
    expect(await runToEnd(ctx, checked.id)).toMatchObject({ status: "completed", imported: 300 });
  });
});

describe("a run that is killed", () => {
  test("is taken over after its lease: nothing twice, nothing lost", async () => {
    const { ctx, form } = await createOwnForm();
    const file = csvOf(600);
    const { id } = await uploadFile(ctx, form.id, file);
    await startImport(ctx, id, START);
    await dieAfter(id, file, 130);
    expect(await runImports({ pauseFactor: 0 })).toBe(0);
    expect(await getImport(ctx, id)).toMatchObject({ status: "importing", rows: 130 });
    const now = () => new Date(Date.now() + 61_000);
    const clock = { now, wait: async () => {}, deadline: AbortSignal.timeout };
    expect(await runImports({ clock, pauseFactor: 0 })).toBe(1);
    expect(await getImport(ctx, id)).toMatchObject({
      status: "completed",
      rows: 600,
      imported: 600,
    });
    const names = (await importedRows({ importId: id })).map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 600 }, (_, n) => `Person ${n}`));
  });

  test("that only seems dead stores nothing once another one has taken over", async () => {
    const { ctx, form } = await createOwnForm();
    const { id } = await uploadFile(ctx, form.id, csvOf(10));
    await startImport(ctx, id, START);
    const first = await claimImport(new Date());
    const second = await claimImport(new Date(Date.now() + 61_000));
    if (!first || !second) throw new Error("it wasn't claimed");
    const { records } = await readWhole(new TextEncoder().encode(csvOf(10)), "m.csv");
    const batch = { now: new Date(), seen: new Set<string>() };
    const importForm = await readImportForm(first);
    await expect(runBatch(first, importForm, records, batch)).rejects.toThrow();
    expect(await importedRows({ importId: id })).toEqual([]);
    await runBatch(second, importForm, records, batch);
    expect(await importedRows({ importId: id })).toHaveLength(10);
    await cancelImport(ctx, id);
  });

  test("that ends by its budget goes on with the next one", async () => {
    const { ctx, form } = await createOwnForm();
    const { id } = await uploadFile(ctx, form.id, csvOf(900));
    await startImport(ctx, id, START);
    await runImports({ budgetMs: 1, pauseFactor: 0 });
    const before = await getImport(ctx, id);
    expect(before.status).toBe("importing");
    expect(await runToEnd(ctx, id)).toMatchObject({ status: "completed", imported: 900 });
  });

  test("that can't read the file tries again later, and says so once the file is gone", async () => {
    const { ctx, form } = await createOwnForm();
    const { id } = await uploadFile(ctx, form.id, csvOf(5));
    await startImport(ctx, id, START);
    const { objectId } = await db().importPart.findFirstOrThrow({ where: { importId: id } });
    const { storage } = settings();
    if (storage.kind !== "disk") throw new Error("these tests store files on disk");
    const path = join(storage.dir, objectKey(ctx.workspaceId, objectId));
    await rm(path);
    await mkdir(path);
    await runImports();
    const failing = await db().import.findFirstOrThrow({ where: { id } });
    expect(failing).toMatchObject({ status: "importing", failures: 1 });
    expect(failing.leaseUntil?.getTime()).toBeGreaterThan(Date.now());
    await rmdir(path);
    const now = () => new Date(Date.now() + 11_000);
    await runImports({ clock: { now, wait: async () => {}, deadline: AbortSignal.timeout } });
    expect(await getImport(ctx, id)).toMatchObject({
      status: "failed",
      failure: "The uploaded file is gone. Upload it again.",
      undoUntil: null,
    });
  });
});

describe("canceling and undoing", () => {
  test("a canceled import stops at once, keeps what it brought, and can be undone", async () => {
    const { ctx, form } = await createOwnForm();
    const file = csvOf(500);
    const { id } = await uploadFile(ctx, form.id, file);
    await startImport(ctx, id, START);
    await dieAfter(id, file, 100);
    const canceled = await cancelImport(ctx, id);
    expect(canceled).toMatchObject({ status: "canceled", imported: 100, parts: 0 });
    expect(canceled.undoUntil).not.toBeNull();
    await runImports();
    expect(await importedRows({ importId: id })).toHaveLength(100);
    await expectRejection(cancelImport(ctx, id), "import_conflict");
    await undoImport(ctx, id);
    expect(await runToEnd(ctx, id)).toMatchObject({ status: "undone", undone: 100, kept: 0 });
    expect(await importedRows({ importId: id })).toEqual([]);
    expect((await totalsOf(ctx)).total).toBe(0);
  });

  test("undoing deletes exactly what an import brought and no one has changed", async () => {
    const { workspace, ctx, form } = await createOwnForm();
    await createWebhook(workspace, form);
    const first = await importFile(ctx, form.id, csvOf(300));
    const second = await importFile(ctx, form.id, csvOf(20, { from: 300 }));
    const [moved, junk] = await importedRows({ importId: first.id });
    await move(ctx, moved?.id ?? "", "inbox");
    await move(ctx, junk?.id ?? "", "spam");
    await undoImport(ctx, first.id);
    expect(await runToEnd(ctx, first.id)).toMatchObject({ status: "undone", undone: 298, kept: 2 });
    expect(await importedRows({ importId: first.id })).toMatchObject([
      { id: moved?.id, folder: "inbox" },
      { id: junk?.id, folder: "spam" },
    ]);
    expect(await importedRows({ importId: second.id })).toHaveLength(20);
    expect(await db().delivery.count({ where: { workspaceId: workspace.id } })).toBe(0);
    // Undone, the file can be imported again: what was kept is still here.
    expect(await importFile(ctx, form.id, csvOf(300))).toMatchObject({
      imported: 298,
      duplicates: 2,
    });
  });

  test("is possible for 7 days, once, and not of a dry run", async () => {
    const { workspace, ctx, form } = await createOwnForm();
    const { id } = await importFile(ctx, form.id, csvOf(3));
    const days = (count: number) => contextAt(workspace, new Date(Date.now() + count * 86_400_000));
    await expectRejection(undoImport(days(7.1), id), "import_conflict");
    await undoImport(days(6.9), id);
    await runToEnd(ctx, id);
    await expectRejection(undoImport(ctx, id), "import_conflict");
    const dry = await importFile(ctx, form.id, csvOf(3), { dryRun: true });
    await expectRejection(undoImport(ctx, dry.id), "import_conflict");
    expect(await cancelImport(ctx, dry.id)).toMatchObject({ imported: 0, undoUntil: null });
  });
});

describe("bounds", () => {
  test("a file can be as large as IMPORT_LIMIT_MB says", async () => {
    changeSettings({ importLimitMb: 1 });
    const { ctx, form } = await createOwnForm();
    const { id } = await uploadFile(ctx, form.id, "a".repeat(1024 * 1024));
    const data = Buffer.from("b").toString("base64");
    await expectRejection(addImportPart(ctx, id, { number: 1, data }), "import_too_large");
    expect(await getImport(ctx, id)).toMatchObject({ sizeBytes: 1024 * 1024, parts: 1 });
  });

  test("parts come in order, and a repeated one changes nothing", async () => {
    const { ctx, form } = await createOwnForm();
    const { id } = await createImport(ctx, { formId: form.id, filename: "m.csv" });
    const part = (number: number, text: string) =>
      addImportPart(ctx, id, { number, data: Buffer.from(text).toString("base64") });
    await expectRejection(part(1, "x"), "import_conflict");
    await part(0, "date,mess");
    await part(0, "date,mess");
    expect(await part(1, "age\n2026-01-01,hello\n")).toMatchObject({ parts: 2, sizeBytes: 30 });
    await startImport(ctx, id, START);
    await expectRejection(part(2, "x"), "import_conflict");
    expect(await runToEnd(ctx, id)).toMatchObject({ imported: 1 });
  });

  test("one import of a workspace runs at a time, and 20 begin in 24 hours", async () => {
    const { workspace, ctx, form } = await createOwnForm();
    const first = await uploadFile(ctx, form.id, csvOf(3));
    const second = await uploadFile(ctx, form.id, csvOf(3));
    await startImport(ctx, first.id, START);
    await expectRejection(startImport(ctx, second.id, START), "import_conflict");
    await expectRejection(startImport(ctx, first.id, START), "import_conflict");
    await runToEnd(ctx, first.id);
    await startImport(ctx, second.id, START);
    await runToEnd(ctx, second.id);
    for (let number = 2; number < 20; number += 1)
      await createImport(ctx, { formId: form.id, filename: "m.csv" });
    const input = { formId: form.id, filename: "m.csv" };
    await expectRejection(createImport(ctx, input), "import_limit_reached");
    const tomorrow = contextAt(workspace, new Date(Date.now() + 86_400_000));
    await createImport(tomorrow, input);
  });

  test("an import into a form that was deleted keeps no one from importing", async () => {
    const { workspace, ctx, form } = await createOwnForm();
    const { id } = await uploadFile(ctx, form.id, csvOf(3));
    await startImport(ctx, id, START);
    await deleteForm(ctx, form.id);
    await runImports();
    const other = await createForm(workspace);
    expect(await importFile(ctx, other.id, csvOf(3))).toMatchObject({ imported: 3 });
    await expectRejection(getImport(ctx, id), "not_found");
  });

  test.each([
    ["nothing", ""],
    ["only names", "date,name\n"],
    ["a million columns", `${",".repeat(1_000_000)}\n1\n`],
    ["a quote that's never closed", `date,name\n"${"x".repeat(1_200_000)}`],
    ["bytes of another kind of file", "\u0000\u0001PK\u0003\u0004".repeat(200_000)],
  ])("a file with %s is explained", async (_, content) => {
    const { ctx, form } = await createOwnForm();
    const { id } = await uploadFile(ctx, form.id, content === "" ? " " : content);
    await expectRejection(previewImport(ctx, id, {}), "import_unreadable");
  });

  test("a fault in the middle of a file ends a dry run with its reason, and an import with what it brought", async () => {
    const { ctx, form } = await createOwnForm();
    const rows = Array.from({ length: 3000 }, (_, n) => ({
      date: "2026-01-01",
      id: n,
      text: "x".repeat(200),
    }));
    const broken = JSON.stringify(rows).slice(0, -1);
    const dry = await importFile(ctx, form.id, broken, { filename: "m.json", dryRun: true });
    expect(dry).toMatchObject({
      status: "ready",
      failure: expect.stringContaining("ends in the middle"),
    });
    await startImport(ctx, dry.id, START);
    const done = await runToEnd(ctx, dry.id);
    expect(done).toMatchObject({
      status: "failed",
      failure: expect.stringContaining("ends in the middle"),
    });
    expect(done.imported).toBeGreaterThan(2000);
    expect(done.undoUntil).not.toBeNull();
  });

  test("files that no one imports go after a day, and records after 90", async () => {
    const { ctx, form } = await createOwnForm();
    const { id } = await uploadFile(ctx, form.id, csvOf(3));
    const [part] = await db().importPart.findMany({ where: { importId: id } });
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await maintain(inHours(23));
    expect(await getImport(ctx, id)).toMatchObject({ status: "uploading", parts: 1 });
    await maintain(inHours(25));
    expect(await getImport(ctx, id)).toMatchObject({ status: "canceled", parts: 0 });
    await maintain(inHours(25));
    expect(await db().storedObject.count({ where: { id: part?.objectId ?? "" } })).toBe(0);
    await maintain(inHours(92 * 24));
    await expectRejection(getImport(ctx, id), "not_found");
  });
});

test("search, a person's data, and their erasure know imported messages", async () => {
  const { ctx, form } = await createOwnForm();
  const done = await importFile(ctx, form.id, csvOf(30));
  const query = ListSubmissionsQuery.parse({ folder: "all", search: "message, 17" });
  const [found] = (await listSubmissions(ctx, query)).data;
  expect(found).toMatchObject({ name: "Person 17", folder: "archive", read: true });
  expect(await getSubmission(ctx, found?.id ?? "")).toMatchObject({
    importId: done.id,
    notificationPlan: { recipients: [], reason: "imported" },
    visitorReply: { status: "not_eligible", reason: "imported" },
  });
  const person = { email: "person-17@birch.example" };
  expect(await findPerson(ctx, person)).toMatchObject({ messages: 1 });
  await erasePerson(ctx, person);
  expect(await importedRows({ importId: done.id })).toHaveLength(29);
});

test("imported spam that isn't spam after all is moved, and nothing is sent", async () => {
  const { workspace, ctx, form } = await createOwnForm();
  await createWebhook(workspace, form);
  const done = await importFile(ctx, form.id, fixtureBytes("formspree.csv"));
  const spam = (await importedRows({ importId: done.id })).find(({ folder }) => folder === "spam");
  expect(await restoreSubmission(ctx, spam?.id ?? "")).toMatchObject({
    folder: "inbox",
    queued: { emails: 0, events: 0 },
  });
  expect(await db().delivery.count({ where: { workspaceId: workspace.id } })).toBe(0);
});

test("an import belongs to its workspace", async () => {
  const { ctx, form } = await createOwnForm();
  const { id } = await uploadFile(ctx, form.id, csvOf(3));
  const { ctx: other } = await createWorkspace();
  const data = Buffer.from("x").toString("base64");
  await expectRejection(createImport(other, { formId: form.id, filename: "m.csv" }), "not_found");
  for (const call of [
    () => getImport(other, id),
    () => addImportPart(other, id, { number: 1, data }),
    () => previewImport(other, id, {}),
    () => startImport(other, id, START),
    () => cancelImport(other, id),
    () => undoImport(other, id),
  ])
    await expectRejection(call(), "not_found");
  expect((await listImports(other, { limit: 25 })).data).toEqual([]);
  expect((await listImports(ctx, { limit: 25, formId: form.id })).data).toMatchObject([{ id }]);
});
