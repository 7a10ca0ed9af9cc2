import { expect, test, vi } from "vitest";
import { withTimeout } from "#lib/core/with-timeout";

test("work that hangs fails at the limit, and work that ends leaves no timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const hanging = expect(withTimeout(new Promise(() => {}), 3_000, "too late")).rejects.toThrow(
      "too late",
    );
    vi.advanceTimersByTime(3_000);
    await hanging;
    expect(await withTimeout(Promise.resolve("done"), 3_000, "too late")).toBe("done");
    await expect(withTimeout(Promise.reject(new Error("broken")), 3_000, "")).rejects.toThrow(
      "broken",
    );
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
