import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import {
  type ObjectStore,
  requireSize,
  splitObjectKey,
  storageUnavailable,
} from "#lib/adapters/files/object-store-rules";
import { readResponse } from "#lib/core/service-response";
import type { Settings } from "#lib/core/settings/settings";

const DEADLINE_MS = 10_000;
const ATTEMPTS = 2;

type S3Settings = Omit<Extract<Settings["storage"], { kind: "s3" }>, "kind">;
type Call = { method: string; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> };

/**
 * Objects in an S3-compatible bucket, with path-style URLs and signed calls. Each call has a deadline;
 * a lost connection, a 5xx, or a 429 is retried once within it.
 *
 * @param deadlineMs - for a write, a removal, the headers of a read, and each chunk of its body
 */
export function createS3ObjectStore(settings: S3Settings, deadlineMs = DEADLINE_MS): ObjectStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });

  async function send(key: string, call: Call, signal: AbortSignal): Promise<Response | null> {
    const { workspaceId, objectId } = splitObjectKey(key);
    const url = `${endpoint}/${bucket}/${workspaceId}/${objectId}`;
    let failure: unknown;
    for (let attempt = 1; attempt <= ATTEMPTS && !signal.aborted; attempt++) {
      try {
        const request = { ...call, signal, redirect: "manual", cache: "no-store" } as const;
        const response = await fetch(await client.sign(url, request));
        if (response.ok) return response;
        const code = errorCode(await readResponse(response));
        if (response.status === 404 && code !== "NoSuchBucket") return null;
        failure = new Error(`the object store responded with ${response.status} ${code}`.trim());
        if (response.status < 500 && response.status !== 429) break;
      } catch (error) {
        failure = error;
      }
    }
    throw storageUnavailable(failure);
  }

  return {
    async write(key, body, sizeBytes, contentType) {
      const bytes = await collect(body, sizeBytes);
      const headers = {
        "content-type": contentType,
        "x-amz-content-sha256": createHash("sha256").update(bytes).digest("hex"),
      };
      const call = { method: "PUT", headers, body: bytes };
      const response = await send(key, call, AbortSignal.timeout(deadlineMs));
      if (!response)
        throw storageUnavailable(new Error("the object store responded to a write with 404"));
      await response.body?.cancel();
    },

    async read(key) {
      const deadline = createDeadline(deadlineMs);
      const response = await deadline.during(() => send(key, { method: "GET" }, deadline.signal));
      if (!response) return null;
      return response.body ? deadline.perChunk(response.body) : new Blob([]).stream();
    },

    async remove(key) {
      const response = await send(key, { method: "DELETE" }, AbortSignal.timeout(deadlineMs));
      await response?.body?.cancel();
    },

    // Buckets don't store incomplete objects.
    sweep: async () => 0,
  };
}

/** Collects the whole body, at most `sizeBytes`, because S3 needs its length and digest first. */
async function collect(body: Uint8Array | AsyncIterable<Uint8Array>, sizeBytes: number) {
  const bytes = new Uint8Array(sizeBytes);
  let filled = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    requireSize(filled + chunk.byteLength <= sizeBytes);
    bytes.set(chunk, filled);
    filled += chunk.byteLength;
  }
  requireSize(filled === sizeBytes);
  return bytes;
}

function errorCode(xml: string): string {
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(xml)?.[1] ?? "";
}

/** Aborts a call if its next step takes too long. Time the reader spends processing data doesn't count. */
function createDeadline(deadlineMs: number) {
  const controller = new AbortController();

  async function during<T>(work: () => Promise<T>): Promise<T> {
    const reason = new Error(`the object store took more than ${deadlineMs} ms`);
    const timer = setTimeout(() => controller.abort(reason), deadlineMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  function perChunk(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream<Uint8Array>(
      {
        async pull(stream) {
          try {
            const { done, value } = await during(() => reader.read());
            if (done) stream.close();
            else stream.enqueue(value);
          } catch (error) {
            stream.error(storageUnavailable(error));
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  return { signal: controller.signal, during, perChunk };
}
