import { expect, test, vi } from "vitest";
import { inTime } from "#lib/core/in-time";

test("work that hangs fails at the limit, and work that ends leaves no timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const hanging = expect(inTime(new Promise(() => {}), 3_000, "too late")).rejects.toThrow(
      "too late",
    );
    vi.advanceTimersByTime(3_000);
    await hanging;
    expect(await inTime(Promise.resolve("done"), 3_000, "too late")).toBe("done");
    await expect(inTime(Promise.reject(new Error("broken")), 3_000, "")).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
