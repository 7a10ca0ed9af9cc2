import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { serveHttp } from "#tests/support/twins/listen";

type Credentials = { accessKeyId: string; secretAccessKey: string; region: string; bucket: string };
/** The bucket of tests that need no other. */
export const TEST_BUCKET: Credentials = {
  accessKeyId: "test-access-key",
  secretAccessKey: "test-secret-key",
  region: "us-east-1",
  bucket: "uploads",
};

type StoredObject = { body: Buffer; contentType: string };
type Rejection = { status: number; code: string };
type Failure = number | "hang" | "break" | "stall";
type Answer = Rejection | { status: number; object?: StoredObject };

const CLOCK_SKEW_MS = 15 * 60 * 1000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/**
 * A private S3 bucket in this process, for tests: PUT, GET, and DELETE with path-style URLs. It verifies
 * every call's AWS Signature Version 4 and rejects missing and invalid ones with 403.
 *
 * `objects` has the stored objects by key. `failNext` sets how the next calls fail: a status, `"hang"`
 * (no response), `"break"` (a broken connection) or `"stall"` (only the first half of 8 bytes).
 */
export async function startS3Twin(
  credentials: Credentials,
  /** Awaited when an object has arrived, and again when it's stored but before the response. */
  during: (moment: "arrived" | "stored") => Promise<void> = async () => undefined,
) {
  const objects = new Map<string, StoredObject>();
  const failures: Failure[] = [];
  let requests = 0;

  async function answer(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const rejection = rejectSignature(request, body, credentials);
    if (rejection) return rejection;
    const [bucket = "", ...rest] = pathOf(request).slice(1).split("/").map(decodeURIComponent);
    if (bucket !== credentials.bucket) return { status: 404, code: "NoSuchBucket" };
    const key = rest.join("/");
    if (request.method === "PUT") {
      if (!request.headers["content-length"]) return { status: 411, code: "MissingContentLength" };
      await during("arrived");
      objects.set(key, { body, contentType: request.headers["content-type"] ?? "" });
      await during("stored");
      return { status: 200 };
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return { status: 204 };
    }
    if (request.method !== "GET") return { status: 405, code: "MethodNotAllowed" };
    const object = objects.get(key);
    return object ? { status: 200, object } : { status: 404, code: "NoSuchKey" };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests++;
    const failure = failures.shift();
    if (failure === "hang") return;
    if (failure === "break") return void request.socket.destroy();
    if (failure === "stall")
      return void response.writeHead(200, { "content-length": 8 }).write("half");
    const body = await buffer(request);
    if (failure) return respond(response, { status: failure, code: "InternalError" });
    respond(response, await answer(request, body));
  }

  const { url, stop } = await serveHttp(serve);

  return {
    endpoint: url,
    objects,
    requestCount: () => requests,
    failNext(failure: Failure, times = 1) {
      for (let time = 0; time < times; time++) failures.push(failure);
    },
    stop,
  };
}

function respond(response: ServerResponse, answer: Answer): void {
  if ("code" in answer) {
    response.writeHead(answer.status, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0"?><Error><Code>${answer.code}</Code></Error>`);
    return;
  }
  const { object } = answer;
  response.writeHead(answer.status, object && { "content-type": object.contentType });
  response.end(object?.body);
}

function rejectSignature(
  request: IncomingMessage,
  body: Buffer,
  own: Credentials,
): Rejection | null {
  const [, accessKeyId, day, region, names, signature] =
    AUTHORIZATION.exec(request.headers.authorization ?? "") ?? [];
  if (!day || !names || !signature) return { status: 403, code: "AccessDenied" };
  if (accessKeyId !== own.accessKeyId) return { status: 403, code: "InvalidAccessKeyId" };
  if (region !== own.region) return { status: 400, code: "AuthorizationHeaderMalformed" };
  const signed = names.split(";");
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signed.includes(name)))
    return { status: 403, code: "AccessDenied" };

  const time = header(request, "x-amz-date");
  const at = Date.parse(time.replace(/^(.{4})(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  if (!time.startsWith(day) || !(Math.abs(Date.now() - at) < CLOCK_SKEW_MS))
    return { status: 403, code: "RequestTimeTooSkewed" };
  const digest = header(request, "x-amz-content-sha256");
  if (digest !== "UNSIGNED-PAYLOAD" && digest !== sha256(body))
    return { status: 400, code: "XAmzContentSHA256Mismatch" };

  const canonical = [
    request.method,
    pathOf(request).split("/").map(decodeURIComponent).map(encodeStrictly).join("/"),
    canonicalQuery(request),
    ...signed.map((name) => `${name}:${header(request, name).trim().replace(/\s+/g, " ")}`),
    "",
    names,
    digest,
  ].join("\n");
  const scope = `${day}/${own.region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [day, own.region, "s3", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${own.secretAccessKey}`,
  );
  const isRight = timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex"));
  return isRight ? null : { status: 403, code: "SignatureDoesNotMatch" };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").split("?")[0] ?? "";
}

function canonicalQuery(request: IncomingMessage): string {
  const [, query = ""] = (request.url ?? "").split("?");
  return [...new URLSearchParams(query)]
    .map((pair) => pair.map(encodeStrictly).join("="))
    .sort()
    .join("&");
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(",") : (value ?? "");
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
