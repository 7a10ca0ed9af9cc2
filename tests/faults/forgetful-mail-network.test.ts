import { expect } from "vitest";
import { describeMailNetwork } from "#tests/support/drills/mail-network";

describeMailNetwork("that forgets keys", { isForgetful: true }, (ends) => {
  for (const { status, arrivals } of ends) {
    expect(arrivals).toBeLessThanOrEqual(1);
    expect(status).toMatch(/^(sent|uncertain)$/);
    if (status === "sent") expect(arrivals).toBe(1);
  }
});
