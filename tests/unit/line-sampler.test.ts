import { expect, test } from "vitest";
import { AppError } from "#lib/core/errors";
import { createLineSampler, lineOf } from "#lib/core/log";

test("a line that repeats is written 5 times per 10 seconds, and the others are counted", () => {
  let now = 0;
  const { admit, takeEnded } = createLineSampler(() => now);
  const admitted = (line: string, times: number) =>
    Array.from({ length: times }, () => admit(line)).filter(Boolean).length;
  expect(admitted("request failed", 1_000)).toBe(5);
  expect(admitted("another line", 3)).toBe(3);
  now = 9_999;
  expect(takeEnded()).toEqual([]);
  now = 10_000;
  expect(takeEnded()).toEqual([{ line: "request failed", count: 995 }]);
  expect(takeEnded()).toEqual([]);
  expect(admitted("request failed", 7)).toBe(5);
});

test("no more than 500 different lines are remembered, and none is lost", () => {
  const { admit, takeEnded } = createLineSampler(() => 0);
  for (let nth = 0; nth < 600; nth += 1) expect(admit(`line ${nth}`)).toBe(true);
  for (let nth = 0; nth < 10; nth += 1) expect(admit("line 599")).toBe(true);
  expect(takeEnded()).toEqual([]);
});

test("failures are the same line when they differ in IDs or numbers, not in their kind", () => {
  const line = (err: Error) => lineOf({ requestId: "1", err }, "request failed");
  const failing = (message: string) => line(new TypeError(message));
  expect(failing("no 0198c0de-0000-7000-8000-00000000000a at 5")).toBe(
    failing("no 0198c0de-0000-7000-8000-00000000000b at 17"),
  );
  expect(failing("no form")).not.toBe(failing("no file"));
  expect(line(new AppError("service_unavailable", "Away."))).toBe(
    "request failed (AppError: service_unavailable)",
  );
  expect(lineOf({ job: "outbox" }, "job fails")).toBe("job fails");
});
