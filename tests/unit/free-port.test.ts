import { expect, test } from "vitest";
import { findFreePort } from "#selfhost/free-port";

test("a free port is never one that the system may give to an outgoing connection", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort()));
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  }
});
