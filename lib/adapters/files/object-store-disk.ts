import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  type ObjectStore,
  requireSize,
  splitObjectKey,
  storageUnavailable,
} from "#lib/adapters/files/object-store-rules";

const CHUNK_BYTES = 64 * 1024;
const MAX_KNOWN_FOLDERS = 10_000;

/**
 * Objects as files `<dir>/<workspaceId>/<objectId>`, readable only by this user. A file is complete or
 * absent: it is written under `<dir>/incoming`, flushed, and renamed into place.
 *
 * @param dir - created at the first write
 */
export function createDiskObjectStore(dir: string): ObjectStore {
  const root = resolve(dir);
  const incoming = join(root, "incoming");
  /** Folders that were already flushed, so that each is flushed only once. */
  const durableFolders = new Map<string, Promise<void>>();

  function requireFolder(folder: string): Promise<void> {
    const known = durableFolders.get(folder);
    if (known) return known;
    const made = makeDurableFolder(folder);
    if (durableFolders.size >= MAX_KNOWN_FOLDERS) durableFolders.clear();
    durableFolders.set(folder, made);
    made.catch(() => durableFolders.delete(folder));
    return made;
  }

  function pathOf(key: string): string {
    const { workspaceId, objectId } = splitObjectKey(key);
    return join(root, workspaceId, objectId);
  }

  return {
    async write(key, body, sizeBytes) {
      const path = pathOf(key);
      const draft = join(incoming, randomUUID());
      try {
        await onDisk(async () => {
          await requireFolder(incoming);
          await requireFolder(dirname(path));
        });
        await writeDraft(draft, body, sizeBytes);
        await onDisk(async () => {
          await rename(draft, path);
          await flushFolder(dirname(path));
        });
      } catch (error) {
        // Someone may have removed the folders; the next write creates them again.
        durableFolders.clear();
        await rm(draft, { force: true }).catch(() => {});
        throw error;
      }
    },

    async read(key) {
      const path = pathOf(key);
      const file = await onDisk(() => open(path, "r").catch(nullWhenMissing));
      return file && streamOf(file);
    },

    async remove(key) {
      const path = pathOf(key);
      await onDisk(async () => {
        if ((await unlink(path).catch(nullWhenMissing)) === null) return;
        await flushFolder(dirname(path));
      });
    },

    sweep: (before) => onDisk(() => removeDrafts(incoming, before)),
  };
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageUnavailable(error);
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** Writes the body, which must have this size; stops at the first byte too many. */
async function writeDraft(
  draft: string,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  sizeBytes: number,
): Promise<void> {
  const file = await onDisk(() => open(draft, "wx", 0o600));
  try {
    let written = 0;
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      written += chunk.byteLength;
      if (written > sizeBytes) break;
      await onDisk(() => file.writeFile(chunk));
    }
    requireSize(written === sizeBytes);
    await onDisk(() => file.sync());
  } finally {
    await onDisk(() => file.close());
  }
}

function streamOf(file: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { bytesRead, buffer } = await file.read(
            new Uint8Array(CHUNK_BYTES),
            0,
            CHUNK_BYTES,
          );
          if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
          await file.close();
          controller.close();
        } catch (error) {
          await file.close().catch(() => {});
          controller.error(storageUnavailable(error));
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}

/** Creates the folder and flushes every parent folder with a new entry. */
async function makeDurableFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  const top = dirname(firstMade ?? folder);
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    await flushFolder(parent);
    if (parent === top) return;
  }
}

/** Makes entries that were added to a folder survive a crash. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes files that a crash left incomplete; nothing refers to them. */
async function removeDrafts(incoming: string, before: Date): Promise<number> {
  let count = 0;
  for (const name of (await readdir(incoming).catch(nullWhenMissing)) ?? []) {
    const draft = join(incoming, name);
    const touched = await stat(draft).catch(nullWhenMissing);
    if (!touched || touched.mtime >= before) continue;
    await rm(draft, { force: true });
    count += 1;
  }
  return count;
}
