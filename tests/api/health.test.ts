import { expect, test } from "vitest";
import { getHealth } from "#lib/http/health";
import { checkEveryAnswer, readAnswer } from "#tests/support/check-answer";

test("with its database the service is well", async () => {
  const answer = await readAnswer(await getHealth());
  checkEveryAnswer(answer, "GET");
  expect([answer.status, answer.json]).toEqual([200, { status: "ok" }]);
});
