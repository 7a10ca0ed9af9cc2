import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { countOf } from "#lib/core/count";
import { readText } from "#server/commands/backup/open-file";
import { StartError } from "#server/start/lifecycle";

/** Incremented when an earlier version couldn't restore a later one's backup. */
const FORMAT = 1;
export const MANIFEST = "manifest.json";
/**
 * The file with one line per file of the backup, in the format of `sha256sum`. It's written last.
 */
export const CHECKSUMS = "SHA256SUMS";
/** The signature of the checksums, in hexadecimal. Backups of 1.0.0 have none. */
export const SIGNATURE = "SHA256SUMS.hmac";
const MAX_BYTES = 16_000_000;

export const FILES = "files/";
export const tablePath = (name: string) => `tables/${name}.copy.zst`;
export const filePath = (key: string) => `${FILES}${key}`;

/** PostgreSQL's name of a table or column, which is also part of a path. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const Count = z.int().nonnegative();

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The time of the snapshot, in ISO 8601. */
  createdAt: z.iso.datetime(),
  /** The version of the database server. */
  postgres: z.string(),
  /** The ID of the backed-up service's SECRET_KEY; null if the service was never started. */
  secretKeyId: z.string().nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: Name, columns: z.array(Name).min(1), rows: Count })),
  files: z.object({
    count: Count,
    bytes: Count,
    /**
     * The number of files that the database had but the storage didn't, and the keys of the first
     * ones.
     */
    missingCount: Count,
    missing: z.array(z.string()),
  }),
});
export type Manifest = z.infer<typeof Manifest>;
export type TableEntry = Manifest["tables"][number];

/** Writes the manifest from everything except its fixed properties. */
export function formatManifest(manifest: Omit<Manifest, "format">): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
}

/**
 * Reads a backup's manifest.
 *
 * @throws {StartError} if there's no complete backup in the folder, or one of a later version
 */
export async function readManifest(folder: string): Promise<Manifest> {
  if (!(await stat(join(folder, MANIFEST)).catch(() => undefined)))
    throw new StartError(`there's no backup in ${folder}: ${MANIFEST} can't be read`);
  const text = await readText(folder, MANIFEST, MAX_BYTES);
  try {
    const json: unknown = JSON.parse(text);
    const { format } = z.object({ format: z.int() }).parse(json);
    if (format > FORMAT)
      throw new StartError(
        `the backup in ${folder} was made by a later version of the service (format ${format}); restore it with that version`,
      );
    return Manifest.parse(json);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`the backup is damaged: ${MANIFEST} isn't complete`);
  }
}

/** Describes the counts of a backup, for the person who made or restored it. */
export function describeContent({ tables, files }: Pick<Manifest, "tables" | "files">): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${countOf(rows, "row")} and ${countOf(files.count, "uploaded file")}`;
}

export function secondsSince(startedAt: number): string {
  return ((Date.now() - startedAt) / 1000).toFixed(1);
}
