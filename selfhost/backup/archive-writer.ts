import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import { flushFolder } from "#lib/clients/object-store-disk";
import { CHECKSUMS, formatManifest, MANIFEST, type Manifest } from "#selfhost/backup/manifest";
import { StartError } from "#selfhost/lifecycle";

/**
 * Writes a backup, readable only by this account. Its folder has another name until it's complete.
 */
export class ArchiveWriter {
  private readonly folder: string;
  private readonly draft: string;
  private readonly checksums: FileHandle;
  private readonly signal: AbortSignal;
  private listed: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, checksums: FileHandle, signal: AbortSignal) {
    this.folder = folder;
    this.draft = draftOf(folder);
    this.checksums = checksums;
    this.signal = signal;
  }

  /** @throws {StartError} if the folder exists */
  static async create(folder: string, signal: AbortSignal): Promise<ArchiveWriter> {
    if (await stat(folder).catch(() => undefined))
      throw new StartError(`${folder} already exists; use another path`);
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    await mkdir(draftOf(folder), { mode: 0o700 });
    const checksums = await open(join(draftOf(folder), CHECKSUMS), "wx", 0o600);
    return new ArchiveWriter(folder, checksums, signal);
  }

  /** The path of a file that isn't part of the backup until the backup is complete. */
  pathOf(name: string): string {
    return join(this.draft, name);
  }

  /**
   * Writes a file of the backup and lists its checksum.
   *
   * @returns its size in bytes
   */
  async write(path: string, source: Readable, { isCompressed = false } = {}): Promise<number> {
    const target = join(this.draft, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const hash = createHash("sha256");
    let size = 0;
    const digest = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    await pipeline(
      source,
      isCompressed ? createZstdCompress() : new PassThrough(),
      digest,
      createWriteStream(target, { flags: "wx", mode: 0o600, flush: true }),
      { signal: this.signal },
    );
    const line = `${hash.digest("hex")}  ${path}\n`;
    this.listed = this.listed.then(() => this.checksums.appendFile(line));
    await this.listed;
    return size;
  }

  /** Writes the manifest, and gives the backup its name. */
  async complete(manifest: Omit<Manifest, "format">): Promise<void> {
    await this.write(MANIFEST, Readable.from([Buffer.from(formatManifest(manifest))]));
    await this.checksums.sync();
    await this.checksums.close();
    await flushFolder(this.draft);
    await rename(this.draft, this.folder);
    await flushFolder(dirname(this.folder));
  }

  /** Removes an incomplete backup. */
  async discard(): Promise<void> {
    await this.listed.catch(() => undefined);
    await this.checksums.close();
    await rm(this.draft, { recursive: true, force: true });
  }
}

function draftOf(folder: string): string {
  return `${folder}.incomplete-${process.pid}`;
}
