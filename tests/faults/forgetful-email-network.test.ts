import { expect } from "vitest";
import { describeEmailNetwork } from "#tests/support/drills/email-network";

describeEmailNetwork("that forgets keys", { isForgetful: true }, (ends) => {
  for (const { status, arrivals } of ends) {
    expect(arrivals).toBeLessThanOrEqual(1);
    expect(status).toMatch(/^(sent|uncertain)$/);
    if (status === "sent") expect(arrivals).toBe(1);
  }
});
