import { createDiskObjectStore } from "#lib/adapters/files/object-store-disk";
import type { ObjectStore } from "#lib/adapters/files/object-store-rules";
import { createS3ObjectStore } from "#lib/adapters/files/object-store-s3";
import { settings } from "#lib/core/settings/settings";
import { singleton } from "#lib/core/singleton";

export type { ObjectStore };

/** Returns the configured store: a local folder or an S3-compatible bucket. */
export function objectStore(): ObjectStore {
  return singleton("object-store", () => {
    const { storage } = settings();
    return storage.kind === "s3"
      ? createS3ObjectStore(storage)
      : createDiskObjectStore(storage.dir);
  });
}
