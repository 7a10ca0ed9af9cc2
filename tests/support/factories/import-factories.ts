import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields/fields";
import { addImportPart } from "#lib/domain/imports/import-file";
import { createImport, getImport } from "#lib/domain/imports/imports";
import { runImports } from "#lib/domain/imports/run-imports";
import type { Import, ImportSettingsInput } from "#lib/domain/imports/schema";
import type { ImportStatus } from "#lib/domain/imports/sources";
import { startImport } from "#lib/domain/imports/start-import";

const RUNNING: readonly ImportStatus[] = ["checking", "importing", "undoing"];

/** Uploads a file for an import into a form, in parts of this size. */
export async function uploadFile(
  ctx: Context,
  formId: string,
  content: string | Uint8Array,
  { filename = "messages.csv", partBytes = 1024 * 1024 } = {},
): Promise<Import> {
  const bytes = Buffer.from(content);
  const created = await createImport(ctx, { formId, filename });
  let uploaded = created;
  for (let at = 0; at < bytes.byteLength; at += partBytes) {
    const data = bytes.subarray(at, at + partBytes).toString("base64");
    uploaded = await addImportPart(ctx, created.id, { number: uploaded.parts, data });
  }
  return uploaded;
}

/** Runs imports until this one has ended. */
export async function runToEnd(ctx: Context, importId: string): Promise<Import> {
  for (;;) {
    await runImports({ pauseFactor: 0 });
    const found = await getImport(ctx, importId);
    if (!RUNNING.includes(found.status)) return found;
  }
}

/** Uploads a file and imports it, or does a dry run. */
export async function importFile(
  ctx: Context,
  formId: string,
  content: string | Uint8Array,
  {
    filename,
    settings = {},
    dryRun = false,
  }: { filename?: string; settings?: ImportSettingsInput; dryRun?: boolean } = {},
): Promise<Import> {
  const { id } = await uploadFile(ctx, formId, content, filename ? { filename } : {});
  await startImport(ctx, id, { settings, dryRun });
  return runToEnd(ctx, id);
}

/** A CSV file with this many messages, a minute apart, newest last. */
export function csvOf(count: number, { from = 0, at = Date.parse("2026-01-01T00:00:00Z") } = {}) {
  const lines = Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const time = new Date(at + number * 60_000).toISOString();
    return `${time},m-${number},Person ${number},person-${number}@birch.example,"Message, ${number}"`;
  });
  return `date,id,name,email,message\n${lines.join("\n")}\n`;
}

/** The messages of an import or a form as they're stored, oldest first. */
export async function importedRows(where: { importId?: string; formId?: string }) {
  const rows = await db().submission.findMany({
    where,
    orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => ({ ...row, fields: FieldPairs.parse(row.fields) }));
}
