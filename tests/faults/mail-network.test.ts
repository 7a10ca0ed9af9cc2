import { expect } from "vitest";
import { describeMailNetwork } from "#tests/support/drills/mail-network";

describeMailNetwork("that knows keys", {}, (ends) => {
  for (const end of ends) expect(end).toMatchObject({ status: "sent", arrivals: 1 });
});
