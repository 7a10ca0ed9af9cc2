import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createDiskObjectStore } from "#lib/adapters/files/object-store-disk";
import type { ObjectStore } from "#lib/adapters/files/object-store-rules";
import { createS3ObjectStore } from "#lib/adapters/files/object-store-s3";
import { startS3Twin } from "#tests/support/twins/s3-twin";

const OWN = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a secret/with+odd=characters",
  region: "eu-central-1",
  bucket: "uploads",
};
const UNAVAILABLE = { code: "storage_unavailable", status: 503, retryAfterSeconds: 30 };

function newKey(): string {
  return `${randomUUID()}/${randomUUID()}`;
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "object-store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function twinAndStore(change: Partial<typeof OWN> = {}, deadlineMs?: number) {
  const twin = await startS3Twin(OWN);
  onTestFinished(() => twin.stop());
  const settings = { ...OWN, ...change, endpoint: twin.endpoint };
  return { twin, store: createS3ObjectStore(settings, deadlineMs) };
}

async function* chunks(...parts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

async function write(store: ObjectStore, key: string, text: string): Promise<void> {
  const body = Buffer.from(text);
  await store.write(key, body, body.byteLength, "text/plain");
}

async function read(store: ObjectStore, key: string): Promise<string | null> {
  const stream = await store.read(key);
  return stream && new Response(stream).text();
}

const STORES = {
  disk: async () => createDiskObjectStore(await emptyFolder()),
  S3: async () => (await twinAndStore()).store,
};

describe.each(Object.entries(STORES))("the %s object store", (_name, createStore) => {
  test("returns the written bytes and replaces them on a second write", async () => {
    const store = await createStore();
    const key = newKey();
    const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
    await store.write(key, bytes, bytes.byteLength, "image/png");
    const stream = await store.read(key);
    const kept = Buffer.from(await new Response(stream).arrayBuffer());
    expect(kept.equals(bytes)).toBe(true);
    await write(store, key, "second");
    expect(await read(store, key)).toBe("second");
  });

  test("stores a stream of chunks as one object", async () => {
    const store = await createStore();
    const key = newKey();
    await store.write(key, chunks("one ", "two ", "three"), 13, "text/plain");
    expect(await read(store, key)).toBe("one two three");
  });

  test("reads a missing object as null and allows removing it", async () => {
    const store = await createStore();
    const key = newKey();
    expect(await read(store, key)).toBeNull();
    await store.remove(key);
    await write(store, key, "text");
    await store.remove(key);
    await store.remove(key);
    expect(await read(store, key)).toBeNull();
  });

  test("stores nothing if the body doesn't have the declared size", async () => {
    const store = await createStore();
    const key = newKey();
    for (const body of [chunks("too ", "long"), chunks("few")])
      await expect(store.write(key, body, 5, "text/plain")).rejects.toThrow("expected size");
    expect(await read(store, key)).toBeNull();
  });

  test("stores nothing if the body fails, and rethrows its error", async () => {
    const store = await createStore();
    const key = newKey();
    const gone = new Error("the visitor went away");
    await expect(store.write(key, chunks("half", gone), 8, "text/plain")).rejects.toBe(gone);
    expect(await read(store, key)).toBeNull();
  });

  test("rejects keys that aren't two UUIDs, to prevent path traversal", async () => {
    const store = await createStore();
    const id = randomUUID();
    const keys = ["", id, `../${id}`, `${id}/..`, `${id}/../../x`, `/${id}/${id}`, `${id}/${id}/a`];
    for (const key of [...keys, `${id}/${id}\n`, `${id}%2f${id}`, `${id.toUpperCase()}/${id}`]) {
      await expect(write(store, key, "text"), key).rejects.toThrow("<workspaceId>/<objectId>");
      await expect(store.read(key), key).rejects.toThrow("<workspaceId>/<objectId>");
      await expect(store.remove(key), key).rejects.toThrow("<workspaceId>/<objectId>");
    }
  });
});

test("on disk, only this user can access files and folders, and failed writes leave no drafts", async () => {
  const folder = join(await emptyFolder(), "new", "objects");
  const store = createDiskObjectStore(folder);
  const key = newKey();
  await write(store, key, "text");
  await expect(store.write(key, chunks("half", new Error("gone")), 8, "")).rejects.toThrow("gone");
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await modeOf(folder)).toBe("700");
  expect(await modeOf(join(folder, key, ".."))).toBe("700");
  expect(await modeOf(join(folder, key))).toBe("600");
  expect(await readdir(join(folder, "incoming"))).toEqual([]);
  expect(await read(store, key)).toBe("text");
});

test("on disk, a file can't be read until it is complete", async () => {
  const store = createDiskObjectStore(await emptyFolder());
  const key = newKey();
  const seen: (string | null)[] = [];
  async function* watched() {
    yield Buffer.from("half");
    seen.push(await read(store, key));
    yield Buffer.from("half");
  }
  await store.write(key, watched(), 8, "text/plain");
  expect([...seen, await read(store, key)]).toEqual([null, "halfhalf"]);
});

test("on disk, a sweep removes drafts left by a crash but not current ones", async () => {
  const folder = await emptyFolder();
  await mkdir(join(folder, "incoming"));
  await writeFile(join(folder, "incoming", "crashed"), "half");
  await writeFile(join(folder, "incoming", "being written"), "half");
  const twoHoursAgo = Date.now() / 1000 - 7200;
  await utimes(join(folder, "incoming", "crashed"), twoHoursAgo, twoHoursAgo);
  const hourAgo = new Date(Date.now() - 3_600_000);
  expect(await createDiskObjectStore(folder).sweep(hourAgo)).toBe(1);
  expect(await readdir(join(folder, "incoming"))).toEqual(["being written"]);
  expect(await createDiskObjectStore(await emptyFolder()).sweep(hourAgo)).toBe(0);
});

test("on disk, an inaccessible folder returns storage_unavailable until it is fixed", async () => {
  const folder = join(await emptyFolder(), "objects");
  await writeFile(folder, "a file in the folder's place: root cannot write here either");
  await chmod(folder, 0o600);
  const store = createDiskObjectStore(folder);
  const key = newKey();
  await expect(write(store, key, "text")).rejects.toMatchObject(UNAVAILABLE);
  await expect(store.read(key)).rejects.toMatchObject(UNAVAILABLE);
  await expect(store.remove(key)).rejects.toMatchObject(UNAVAILABLE);
  await rm(folder);
  await write(store, key, "text");
  await rm(folder, { recursive: true });
  await expect(write(store, key, "text")).rejects.toMatchObject(UNAVAILABLE);
  await write(store, key, "text");
  expect(await read(store, key)).toBe("text");
});

test("on S3, an object is stored under its bucket and key with its content type", async () => {
  const { twin, store } = await twinAndStore();
  const key = newKey();
  await write(store, key, "text");
  expect([...twin.objects]).toEqual([
    [key, { body: Buffer.from("text"), contentType: "text/plain" }],
  ]);
});

test("on S3, an object can't be read without a signature", async () => {
  const { twin, store } = await twinAndStore();
  const key = newKey();
  await write(store, key, "text");
  const response = await fetch(`${twin.endpoint}/${OWN.bucket}/${key}`);
  expect([response.status, await response.text()]).toEqual([
    403,
    expect.stringContaining("AccessDenied"),
  ]);
});

test.each([
  { accessKeyId: "AKIDOTHER" },
  { secretAccessKey: "another secret" },
  { region: "us-east-1" },
  { bucket: "missing" },
])(
  "on S3, incorrect settings (%o) return storage_unavailable, not a missing object",
  async (change) => {
    const { twin, store } = await twinAndStore(change);
    const key = newKey();
    await expect(write(store, key, "text")).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.read(key)).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.remove(key)).rejects.toMatchObject(UNAVAILABLE);
    expect(twin.objects.size).toBe(0);
    expect(twin.requestCount()).toBe(3);
  },
);

test.each([503, 429, "break"] as const)(
  "on S3, a call that fails with %s is retried only once",
  async (failure) => {
    const { twin, store } = await twinAndStore();
    const key = newKey();
    twin.failNext(failure);
    await write(store, key, "text");
    twin.failNext(failure);
    expect(await read(store, key)).toBe("text");
    twin.failNext(failure, 2);
    await expect(store.remove(key)).rejects.toMatchObject(UNAVAILABLE);
    expect(twin.requestCount()).toBe(6);
  },
);

test("on S3, calls time out if the store never responds", async () => {
  const { twin, store } = await twinAndStore({}, 50);
  twin.failNext("hang", 3);
  await expect(write(store, newKey(), "text")).rejects.toMatchObject(UNAVAILABLE);
  await expect(store.read(newKey())).rejects.toMatchObject(UNAVAILABLE);
  await expect(store.remove(newKey())).rejects.toMatchObject(UNAVAILABLE);
});

test("on S3, a stalled download fails with storage_unavailable instead of truncating the file", async () => {
  const { twin, store } = await twinAndStore({}, 50);
  twin.failNext("stall");
  await expect(read(store, newKey())).rejects.toMatchObject(UNAVAILABLE);
});
