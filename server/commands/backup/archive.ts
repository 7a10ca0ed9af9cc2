import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import { flushFolder } from "#lib/adapters/files/object-store-disk";
import {
  CHECKSUMS,
  FILES,
  formatManifest,
  MANIFEST,
  type Manifest,
  SIGNATURE,
  tablePath,
} from "#server/commands/backup/manifest";
import { openFile, splitLines } from "#server/commands/backup/open-file";
import { signatureOf } from "#server/commands/backup/signature";
import { StartError } from "#server/start/lifecycle";

type Entry = { path: string; sha256: string };

/** Matches only paths that stay within the folder. */
const LINE = /^([0-9a-f]{64}) {2}([a-z0-9_.-]+(?:\/[a-z0-9_.-]+)*)$/;

/** Longer than any path of a backup. */
const MAX_LINE_BYTES = 1_000;

/** Yields the lines of a text file, with only some of them in memory. */
export async function* readLines(folder: string, name: string): AsyncGenerator<string, void> {
  await using file = await openFile(folder, name);
  yield* splitLines(file.createReadStream(), name, MAX_LINE_BYTES);
}

async function* readEntries(folder: string): AsyncGenerator<Entry, void> {
  for await (const line of readLines(folder, CHECKSUMS)) {
    const [, sha256 = "", path = ""] = LINE.exec(line) ?? [];
    if (!path || path.split("/").includes(".."))
      throw new StartError(`the backup is damaged: ${CHECKSUMS} has a line that isn't valid`);
    yield { path, sha256 };
  }
}

/** Yields the uploaded files of a backup by their key in the object store. */
export async function* readFileEntries(
  folder: string,
): AsyncGenerator<{ key: string; sha256: string }, void> {
  for await (const { path, sha256 } of readEntries(folder))
    if (path.startsWith(FILES)) yield { key: path.slice(FILES.length), sha256 };
}

/** How many items are processed concurrently, which hides a bucket's response time. */
const WORKERS = 4;

/**
 * Processes items a few at a time, each once. After a failure, no further item is begun.
 *
 * @throws the first failure, once all work has ended
 */
export async function inParallel<T>(
  items: AsyncGenerator<T, void>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const workThrough = async () => {
    for await (const item of items) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: WORKERS }, workThrough));
  const failure = ends.find((end) => end.status === "rejected");
  if (failure) throw failure.reason;
}

/** Returns the SHA-256 of a stream, in hexadecimal. */
export async function digestOf(source: Readable, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(source, hash, { signal });
  return hash.digest("hex");
}

/**
 * Reads a whole backup, and compares it with its checksums and its manifest.
 *
 * @throws {StartError} that names a part that is damaged or missing
 */
export async function verifyArchive(
  folder: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<void> {
  const expected = new Set([MANIFEST, ...manifest.tables.map(({ name }) => tablePath(name))]);
  let fileCount = 0;
  await inParallel(readEntries(folder), async ({ path, sha256 }) => {
    await using file = await openFile(folder, path);
    const found = await digestOf(file.createReadStream(), signal);
    if (found !== sha256)
      throw new StartError(`the backup is damaged: ${path} doesn't match its checksum`);
    if (!expected.delete(path)) fileCount += 1;
  });
  const [unlisted] = expected;
  if (unlisted) throw new StartError(`the backup is damaged: ${CHECKSUMS} lacks ${unlisted}`);
  if (fileCount !== manifest.files.count)
    throw new StartError(
      `the backup is damaged: ${CHECKSUMS} lists ${fileCount} uploaded files instead of ${manifest.files.count}`,
    );
}

type Written = { sha256: string; size: number };

async function writeFile(
  path: string,
  source: Readable,
  { isCompressed, signal }: { isCompressed: boolean; signal: AbortSignal },
): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  const target = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const filter = isCompressed ? createZstdCompress() : new PassThrough();
  await pipeline(source, filter, measure, target, { signal });
  return { sha256: hash.digest("hex"), size };
}

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;

/**
 * Begins a backup that only this account can read. Its folder has another name until it's complete.
 *
 * @throws {StartError} if the folder exists
 */
export async function createArchive(folder: string, signal: AbortSignal) {
  if (await stat(folder).catch(() => undefined))
    throw new StartError(`${folder} already exists; use another path`);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const draft = `${folder}.incomplete-${process.pid}`;
  await mkdir(draft, { mode: 0o700 });
  const checksums = await open(join(draft, CHECKSUMS), "wx", 0o600);
  let listed: Promise<unknown> = Promise.resolve();

  /** Writes a file of the backup, lists its checksum, and returns its size in bytes. */
  async function write(path: string, source: Readable, { isCompressed = false } = {}) {
    const { sha256, size } = await writeFile(join(draft, path), source, { isCompressed, signal });
    listed = listed.then(() => checksums.appendFile(`${sha256}  ${path}\n`));
    await listed;
    return size;
  }

  return {
    write,
    /** The folder until the backup is complete. */
    draft,
    /** Writes the manifest, signs everything, and gives the backup its name. */
    async complete(manifest: Omit<Manifest, "format">): Promise<void> {
      await write(MANIFEST, Readable.from([Buffer.from(formatManifest(manifest))]));
      await checksums.sync();
      await checksums.close();
      const signature = Readable.from([Buffer.from(await signatureOf(draft, manifest))]);
      await writeFile(join(draft, SIGNATURE), signature, { isCompressed: false, signal });
      await flushFolder(draft);
      await rename(draft, folder);
      await flushFolder(dirname(folder));
    },
    /** Removes an incomplete backup. */
    async discard(): Promise<void> {
      await listed.catch(() => undefined);
      await checksums.close();
      await rm(draft, { recursive: true, force: true });
    },
  };
}
