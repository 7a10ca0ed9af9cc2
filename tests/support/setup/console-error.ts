import { afterEach, beforeEach, expect, vi } from "vitest";

const deprecations: string[] = [];
process.on("warning", ({ name, message }) => {
  if (name === "DeprecationWarning") deprecations.push(message);
});

beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock?.calls ?? [];
  vi.restoreAllMocks();
  expect(calls, "console.error was called").toEqual([]);
  expect(deprecations.splice(0), "something deprecated was used").toEqual([]);
});
