import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "#server/start/lifecycle";

/** A read that ends in an error rather than in another file, or waits for a pipe. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a file of a backup. Someone who can write there must not reach other files of this machine, so it
 * has to be a regular file in the folder itself, not a link, a device, or a pipe.
 *
 * @throws {StartError} if it's missing or anything else
 */
export async function openFile(folder: string, path: string): Promise<FileHandle> {
  const full = join(folder, path);
  const real = await realpath(full).catch(() => undefined);
  if (!real) throw new StartError(`the backup is damaged: ${path} is missing`);
  const isOwn = real === join(await realpath(folder), path) && (await lstat(full)).isFile();
  if (!isOwn) throw new StartError(`the backup is damaged: ${path} isn't a regular file`);
  return open(full, READ);
}

/** A small file of a backup. */
export async function readBytes(folder: string, path: string, maxBytes: number): Promise<Buffer> {
  await using file = await openFile(folder, path);
  if ((await file.stat()).size > maxBytes)
    throw new StartError(`the backup is damaged: ${path} is too large`);
  return file.readFile();
}

/** A small file of a backup, as text. */
export async function readText(folder: string, path: string, maxBytes: number): Promise<string> {
  return (await readBytes(folder, path, maxBytes)).toString("utf8");
}

/**
 * Yields the lines of a text, with only one in memory.
 *
 * @param maxBytes - of a line, about
 * @throws {StartError} for a longer line
 */
export async function* splitLines(
  source: AsyncIterable<Buffer>,
  name: string,
  maxBytes: number,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxBytes) throw tooLong(name);
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Passes on rows of a table, none of them longer than PostgreSQL and this process can handle. */
export function limitRows(name: string, maxBytes: number) {
  return async function* limit(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    let bytes = 0;
    for await (const chunk of source) {
      const end = chunk.indexOf("\n");
      bytes += end === -1 ? chunk.length : end;
      if (bytes > maxBytes) throw tooLong(name);
      if (end !== -1) bytes = chunk.length - chunk.lastIndexOf("\n") - 1;
      yield chunk;
    }
  };
}

function tooLong(name: string): StartError {
  return new StartError(`the backup is damaged: ${name} has a line that is too long`);
}
