import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "#lib/core/errors";
import { BodyBudget, type BodyLimits, RequestAborted, withBody } from "#lib/entry/http/read-body";

const KIB = 1024;
const MIB = 1024 * KIB;
const PACE = { graceMs: 30, bytesPerSecond: 1000 * KIB, totalMs: 200 };

function limits(given: Partial<BodyLimits> = {}) {
  return {
    maxBytes: 4 * MIB,
    tooLarge: () => new AppError("body_too_large", "too large"),
    budget: new BodyBudget(64 * MIB),
    ...given,
  };
}

type Source = { pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void };

function post(body: Source | Uint8Array<ArrayBuffer>, length?: number): Request {
  const stream = body instanceof Uint8Array ? body : new ReadableStream(body, { highWaterMark: 0 });
  const headers: Record<string, string> =
    length === undefined ? {} : { "content-length": `${length}` };
  return new Request("http://forms.example.com/", {
    method: "POST",
    headers,
    body: stream,
    ...{ duplex: "half" },
  });
}

/** A body of `totalBytes` in chunks. */
function chunks(totalBytes: number, chunkBytes = 64 * KIB): Source & { pulledBytes: number } {
  return {
    pulledBytes: 0,
    pull(controller) {
      const size = Math.min(chunkBytes, totalBytes - this.pulledBytes);
      if (size === 0) return controller.close();
      controller.enqueue(new Uint8Array(size).fill(this.pulledBytes % 251));
      this.pulledBytes += size;
    },
  };
}

/** A body that never arrives. */
const stalled: Source = { pull: () => undefined };
const broken: Source = { pull: (controller) => controller.error(new Error("ECONNRESET")) };
const sizeOf = (bytes: Uint8Array) => bytes.byteLength;
const rejection = (code: string) => expect.objectContaining({ code });

describe("the size of a body", () => {
  test.each([0, 1, 16 * KIB, 16 * KIB + 1, 300 * KIB + 7])(
    "reads a body of %i bytes, with and without Content-Length",
    async (size) => {
      const sent = new Uint8Array(size).map((_, index) => index % 251);
      for (const request of [post(sent, size), post(sent)])
        expect(await withBody(request, limits(), (bytes) => Buffer.from(bytes).equals(sent))).toBe(
          true,
        );
    },
  );

  test("rejects a body that is one byte too large for any Content-Length", async () => {
    for (const length of [undefined, 1, 100 * KIB]) {
      const request = post(chunks(100 * KIB + 1), length);
      await expect(withBody(request, limits({ maxBytes: 100 * KIB }), sizeOf)).rejects.toEqual(
        rejection("body_too_large"),
      );
    }
  });

  test("rejects a body with a Content-Length over the limit without reading it", async () => {
    const source = chunks(MIB);
    const rejected = withBody(post(source, 5 * MIB), limits(), sizeOf);
    await expect(rejected).rejects.toEqual(rejection("body_too_large"));
    expect(source.pulledBytes).toBe(0);
  });

  test("reads an endless body only up to the limit and keeps the connection open", async () => {
    const source = { ...chunks(Number.MAX_SAFE_INTEGER), cancel: vi.fn() };
    const rejected = withBody(post(source), limits({ maxBytes: 100 * KIB }), sizeOf);
    await expect(rejected).rejects.toEqual(rejection("body_too_large"));
    expect(source.pulledBytes).toBeLessThanOrEqual(192 * KIB);
    expect(source.cancel).not.toHaveBeenCalled();
  });
});

describe("the chunks of a body", () => {
  test("rejects a body in tiny chunks after a few thousand", async () => {
    const source = chunks(4 * MIB, 1);
    const rejected = withBody(post(source), limits(), sizeOf);
    await expect(rejected).rejects.toEqual(rejection("validation_failed"));
    expect(source.pulledBytes).toBeLessThan(5_000);
  });

  test.each([
    ["a large file over a slow network", 4 * MIB, 536],
    ["JSON written token by token", 20 * KIB, 6],
  ])("accepts %s", async (_, size, chunkBytes) => {
    expect(await withBody(post(chunks(size, chunkBytes)), limits(), sizeOf)).toBe(size);
  });
});

describe("the budget of bodies in memory", () => {
  test.each([
    ["declared", 2 * MIB],
    ["chunked", undefined],
  ])("a %s body reserves its bytes until the work is done", async (_, length) => {
    const budget = new BodyBudget(64 * MIB);
    const request = post(chunks(2 * MIB), length);
    const held = await withBody(request, limits({ budget }), async () => {
      await Promise.resolve();
      return budget.bytesInUse;
    });
    expect(held).toBeGreaterThanOrEqual(2 * MIB);
    expect(held).toBeLessThanOrEqual(4 * MIB);
    expect(budget.bytesInUse).toBe(0);
  });

  test("a body in one-byte chunks reserves at most twice its size", async () => {
    const budget = new BodyBudget(64 * MIB);
    const held = await withBody(
      post(chunks(4 * KIB, 1)),
      limits({ budget }),
      () => budget.bytesInUse,
    );
    expect(held).toBeLessThanOrEqual(8 * KIB);
  });

  test("a declared body reserves nothing until it arrives", async () => {
    const budget = new BodyBudget(8 * MIB);
    const silent = Array.from({ length: 100 }, () =>
      withBody(post(stalled, 4 * MIB), limits({ budget, pace: PACE }), sizeOf).catch(() => 0),
    );
    expect(budget.bytesInUse).toBe(0);
    expect(await withBody(post(chunks(MIB), MIB), limits({ budget }), sizeOf)).toBe(MIB);
    await Promise.all(silent);
  });

  test("rejects bodies over the budget with 503 and Retry-After and accepts later ones", async () => {
    const budget = new BodyBudget(8 * MIB);
    const shared = limits({ budget });
    const rejected = await withBody(post(chunks(4 * MIB), 4 * MIB), shared, () =>
      withBody(post(chunks(4 * MIB), 4 * MIB), shared, sizeOf).catch((error: unknown) => error),
    );
    expect(rejected).toEqual(rejection("service_unavailable"));
    expect(rejected).toEqual(expect.objectContaining({ retryAfterSeconds: expect.any(Number) }));
    expect(await withBody(post(chunks(4 * MIB), 4 * MIB), shared, sizeOf)).toBe(4 * MIB);
    expect(budget.bytesInUse).toBe(0);
  });

  test("large bodies leave room in the budget for small ones", async () => {
    const budget = new BodyBudget(8 * MIB);
    budget.reserve(6 * MIB, 4 * MIB);
    const shared = limits({ budget });
    await expect(withBody(post(chunks(MIB), MIB), shared, sizeOf)).rejects.toEqual(
      rejection("service_unavailable"),
    );
    for (const size of [KIB, 64 * KIB])
      expect(await withBody(post(chunks(size), size), shared, sizeOf)).toBe(size);
  });

  test.each([
    ["too large", chunks(5 * MIB), undefined],
    ["disconnected", broken, undefined],
    ["declared and disconnected", broken, 500],
    ["stalled", stalled, undefined],
    ["declared and stalled", stalled, 500],
  ])("a body that is %s releases all reserved bytes", async (_, source, length) => {
    const budget = new BodyBudget(64 * MIB);
    const rejected = withBody(post(source, length), limits({ budget, pace: PACE }), sizeOf);
    await expect(rejected).rejects.toBeInstanceOf(AppError);
    expect(budget.bytesInUse).toBe(0);
  });

  test("a body releases its bytes if the work fails", async () => {
    const budget = new BodyBudget(64 * MIB);
    for (const length of [500, undefined])
      await expect(
        withBody(post(chunks(500), length), limits({ budget }), () =>
          Promise.reject(new Error("x")),
        ),
      ).rejects.toThrow("x");
    expect(budget.bytesInUse).toBe(0);
  });
});

describe("the pace of a body", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A body of `count` chunks, one every `everyMs`. */
  function drip(bytes: number, everyMs: number, count = Number.MAX_SAFE_INTEGER): Source {
    const steady = chunks(bytes * count, bytes);
    return { pull: (controller) => void setTimeout(() => steady.pull(controller), everyMs) };
  }

  /** Reads a body and returns when it ended and its size, or null if it was aborted. */
  async function receive(source: Source, length?: number) {
    let end: { sizeBytes: number | null; atMs: number } | undefined;
    const startedAt = performance.now();
    const settle = (sizeBytes: number | null) => {
      end = { sizeBytes, atMs: performance.now() - startedAt };
    };
    withBody(post(source, length), limits(), sizeOf).then(settle, (error: unknown) =>
      settle(error instanceof RequestAborted ? null : Number.NaN),
    );
    await vi.advanceTimersByTimeAsync(300_000);
    return end;
  }

  test.each([
    ["chunked", undefined, 10_000],
    ["declared", 100 * KIB, 10_000],
    ["small and declared", 8 * KIB, 18_000],
  ])("aborts a %s body that stalls after 10 s, or at its deadline", async (_, length, atMs) => {
    expect(await receive(stalled, length)).toEqual({ sizeBytes: null, atMs });
  });

  test("aborts a body that trickles in at one byte a second", async () => {
    expect((await receive(drip(1, 1000)))?.atMs).toBeLessThan(11_000);
  });

  test("aborts a body that keeps the minimum pace but isn't complete after two minutes", async () => {
    expect(await receive(drip(20 * KIB, 1100))).toEqual({ sizeBytes: null, atMs: 120_000 });
  });

  test("accepts a slow body that keeps the minimum pace: 4 MiB in 117 s", async () => {
    const sizeBytes = 117 * 35 * KIB;
    expect(await receive(drip(35 * KIB, 1000, 117))).toMatchObject({ sizeBytes });
  });

  test.each([500, undefined])(
    "recognizes a sender that disconnects (declared length %s)",
    async (length) => {
      expect(await receive(broken, length)).toEqual({ sizeBytes: null, atMs: 0 });
    },
  );
});
