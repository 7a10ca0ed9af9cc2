import { createServer } from "node:net";
import { expect, test } from "vitest";
import { findFreePort } from "#selfhost/free-port";

test("a free port is never one that the system may give to an outgoing connection", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort()));
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  }
});

test("a preferred port is kept if it's free, and replaced if it's taken", async () => {
  const port = await findFreePort();
  expect(await findFreePort(port)).toBe(port);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(port, "127.0.0.1", resolve));
  expect(await findFreePort(port)).not.toBe(port);
  await new Promise((resolve) => taken.close(resolve));
});
