import { createDiskObjectStore } from "#lib/clients/object-store-disk";
import type { ObjectStore } from "#lib/clients/object-store-rules";
import { createS3ObjectStore } from "#lib/clients/object-store-s3";
import { settings } from "#lib/core/settings";
import { singleton } from "#lib/core/singleton";

export type { ObjectStore };

/** The store of the settings: a local folder or an S3-compatible bucket. */
export function objectStore(): ObjectStore {
  return singleton("object-store", () => {
    const { storage } = settings();
    return storage.kind === "s3"
      ? createS3ObjectStore(storage)
      : createDiskObjectStore(storage.dir);
  });
}
