import { expect, test } from "vitest";
import { lastErrorOf } from "#server/postgres/cluster";

const at = "2026-11-26 16:31:40.100 UTC [4242]";

test("a failed start is explained by its own line, not by those of a killed server's processes", () => {
  const log = `${at} FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use
${at} HINT:  Terminate any old server processes associated with data directory "cluster".
${at} FATAL:  terminating connection due to unexpected postmaster exit
`;
  expect(lastErrorOf(log)).toBe("pre-existing shared memory block (key 1, ID 2) is still in use");
});

test("without a failure, the last line is the reason", () => {
  expect(lastErrorOf("sh: 1: postgres: not found\n")).toBe("sh: 1: postgres: not found");
});
