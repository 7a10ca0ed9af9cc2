import { AppError } from "#lib/core/errors";

/** Private files by key, `<workspaceId>/<objectId>` (UUIDs). */
export type ObjectStore = {
  /**
   * Stores the bytes, replacing those of the same key. Once it resolves, they survive a crash.
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
   * Returns the bytes, or null when there are none for this key. Read or cancel the stream.
   *
   * @throws {AppError} storage_unavailable, even while the stream is read
   */
  read(key: string): Promise<ReadableStream<Uint8Array> | null>;
  /**
   * Deletes the bytes, if there are any.
   *
   * @throws {AppError} storage_unavailable
   */
  remove(key: string): Promise<void>;
  /**
   * Deletes incomplete files of writes that a crash interrupted, last changed before this time.
   *
   * @returns how many were deleted
   * @throws {AppError} storage_unavailable
   */
  sweep(before: Date): Promise<number>;
};

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const OBJECT_KEY = new RegExp(`^(${UUID})/(${UUID})$`);

/** Splits a key into its two IDs. Any other text, such as a path, is a bug. */
export function splitObjectKey(key: string): { workspaceId: string; objectId: string } {
  const [, workspaceId, objectId] = OBJECT_KEY.exec(key) ?? [];
  if (!workspaceId || !objectId) throw new Error("an object key must be <workspaceId>/<objectId>");
  return { workspaceId, objectId };
}

/** Creates the error of both stores; the cause is for the log. */
export function storageUnavailable(cause: unknown): AppError {
  return new AppError(
    "storage_unavailable",
    "File storage is temporarily unavailable. Try again in a moment.",
    { cause, retryAfterSeconds: 30 },
  );
}

/** A body with another size than announced is a bug; it is never stored. */
export function requireSize(isAnnounced: boolean): void {
  if (!isAnnounced) throw new Error("the object's size doesn't match the expected size");
}
