import { expect } from "vitest";
import { describeEmailNetwork } from "#tests/support/drills/email-network";

describeEmailNetwork("that knows keys", {}, (ends) => {
  for (const end of ends) expect(end).toMatchObject({ status: "sent", arrivals: 1 });
});
