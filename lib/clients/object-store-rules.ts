import { AppError } from "#lib/core/errors";

/** Private files by key, `<workspaceId>/<objectId>` (UUIDs). */
export type ObjectStore = {
  /**
   * Keeps the bytes; when it resolves they survive a crash. The same key again replaces them.
   *
   * @throws {AppError} storage_unavailable; what `body` throws is thrown as it is
   */
  write(
    key: string,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    sizeBytes: number,
    contentType: string,
  ): Promise<void>;
  /**
   * The bytes, or null when there are none under this key. Read or cancel the stream.
   *
   * @throws {AppError} storage_unavailable, also while the stream is read
   */
  read(key: string): Promise<ReadableStream<Uint8Array> | null>;
  /**
   * Forgets the bytes; removing what is not there succeeds.
   *
   * @throws {AppError} storage_unavailable
   */
  remove(key: string): Promise<void>;
  /**
   * Forgets what is left of writes whose process died in their midst, last touched before this time.
   *
   * @returns how many there were
   * @throws {AppError} storage_unavailable
   */
  sweep(before: Date): Promise<number>;
};

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const OBJECT_KEY = new RegExp(`^(${UUID})/(${UUID})$`);

/** The two ids of a key; any other text, a path above all, is a fault of the program. */
export function splitObjectKey(key: string): { workspaceId: string; objectId: string } {
  const [, workspaceId, objectId] = OBJECT_KEY.exec(key) ?? [];
  if (!workspaceId || !objectId) throw new Error("an object key must be <workspaceId>/<objectId>");
  return { workspaceId, objectId };
}

/** The one refusal of both stores; the cause is for the log. */
export function storageUnavailable(cause: unknown): AppError {
  return new AppError(
    "storage_unavailable",
    "File storage is temporarily unavailable. Try again in a moment.",
    { cause, retryAfterSeconds: 30 },
  );
}

/** A body of another size than announced is a fault of the program: half a file is never kept. */
export function requireSize(isAnnounced: boolean): void {
  if (!isAnnounced) throw new Error("the object's size doesn't match the expected size");
}
