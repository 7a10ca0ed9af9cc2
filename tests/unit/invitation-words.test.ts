import { expect, test } from "vitest";
import { describeInvitation } from "#app/(dashboard)/settings/members/invitation-words";

test("the members page says who can be invited while sign-up is closed", () => {
  const limit = "only invite people who already have an account";
  expect(describeInvitation("closed")).toContain(limit);
  for (const signUp of ["open", "invited"] as const)
    expect(describeInvitation(signUp)).not.toContain(limit);
});
