import { describe, expect, test } from "vitest";
import type { ErrorCode } from "#lib/core/errors";
import {
  BodyBrokenOff,
  MAX_MULTIPART_BYTES,
  MAX_TEXT_BYTES,
  receiveBody,
} from "#lib/http/intake/read-visit-body";

const URL = "https://forms.example.com/f/key";

type Sent = { type: string | null; body?: BodyInit | null; length?: number };

function post({ type, body = null, length }: Sent): Request {
  const headers = new Headers();
  const request = new Request(URL, { method: "POST", body, headers, ...{ duplex: "half" } });
  request.headers.delete("content-type");
  if (type !== null) request.headers.set("content-type", type);
  if (length !== undefined) request.headers.set("content-length", String(length));
  return request;
}

/** A body in pieces of 64 KiB that remembers how much of it was asked for, and how it ended. */
function streamOf(totalBytes: number) {
  const state = { pulledBytes: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const size = Math.min(64 * 1024, totalBytes - state.pulledBytes);
        if (size === 0) return controller.close();
        state.pulledBytes += size;
        controller.enqueue(new Uint8Array(size).fill(0x61));
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

const refusal = (code: ErrorCode) => expect.objectContaining({ code });

describe("the content type of a post", () => {
  test.each([
    ["application/json", "json"],
    ["Application/JSON; charset=utf-8", "json"],
    ["application/x-www-form-urlencoded", "urlencoded"],
    ["application/x-www-form-urlencoded;charset=UTF-8", "urlencoded"],
    ["multipart/form-data; boundary=abc", "multipart"],
  ])("%s is read as %s", async (type, kind) => {
    expect(await receiveBody(post({ type, body: "x" }))).toMatchObject({ kind });
  });

  test.each([
    null,
    "",
    "text/plain",
    "text/html; x=application/json",
    "application/jsonp",
    "application/ld+json",
    "multipart/mixed; boundary=abc",
    "application/octet-stream",
  ])("%s is refused before the body is read", async (type) => {
    const { stream, state } = streamOf(1024);
    await expect(receiveBody(post({ type, body: stream }))).rejects.toEqual(
      refusal("unsupported_media_type"),
    );
    expect(state.pulledBytes).toBe(0);
  });

  test.each([
    ["multipart/form-data; boundary=abc", "abc"],
    ['multipart/form-data; charset=utf-8; Boundary="a b;c"; x=y', "a b;c"],
    [
      "multipart/form-data; boundary=----WebKitFormBoundaryX; charset=utf-8",
      "----WebKitFormBoundaryX",
    ],
    ["multipart/form-data", null],
    ["multipart/form-data; boundary=", null],
  ])("%s has the boundary %j", async (type, boundary) => {
    expect((await receiveBody(post({ type, body: "x" }))).boundary).toBe(boundary);
  });
});

describe("the size of a post", () => {
  const kinds = [
    ["application/json", MAX_TEXT_BYTES],
    ["application/x-www-form-urlencoded", MAX_TEXT_BYTES],
    ["multipart/form-data; boundary=abc", MAX_MULTIPART_BYTES],
  ] as const;

  test.each(kinds)("%s is taken at its limit of %i bytes", async (type, limit) => {
    const { stream } = streamOf(limit);
    expect((await receiveBody(post({ type, body: stream }))).bytes.byteLength).toBe(limit);
  });

  test.each(kinds)("%s is refused one byte past %i, whatever is declared", async (type, limit) => {
    const sent = streamOf(limit + 1);
    await expect(receiveBody(post({ type, body: sent.stream, length: 1 }))).rejects.toEqual(
      refusal("submission_too_large"),
    );
  });

  test.each(kinds)(
    "%s declared past %2$i is refused without reading a byte",
    async (type, limit) => {
      const { stream, state } = streamOf(limit * 2);
      const request = post({ type, body: stream, length: limit + 1 });
      await expect(receiveBody(request)).rejects.toEqual(refusal("submission_too_large"));
      expect(state.pulledBytes).toBe(0);
    },
  );

  test("an endless body is read no further than the limit, and its connection stays open", async () => {
    const { stream, state } = streamOf(Number.MAX_SAFE_INTEGER);
    const request = post({ type: "application/json", body: stream });
    await expect(receiveBody(request)).rejects.toEqual(refusal("submission_too_large"));
    expect(state.pulledBytes).toBeLessThanOrEqual(MAX_TEXT_BYTES + 2 * 64 * 1024);
    expect(state.isCancelled).toBe(false);
    expect(request.body?.locked).toBe(false);
  });

  test("a post without a body has no bytes", async () => {
    const received = await receiveBody(post({ type: "application/json" }));
    expect(received.bytes.byteLength).toBe(0);
  });
});

test.each([undefined, 500])(
  "a sender that goes away (declared length %s) is told apart",
  async (length) => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error("aborted"));
      },
    });
    const sent = { type: "application/json", body, ...(length === undefined ? {} : { length }) };
    await expect(receiveBody(post(sent))).rejects.toBeInstanceOf(BodyBrokenOff);
  },
);
