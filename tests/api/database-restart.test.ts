import { expect, test } from "vitest";
import { callApi, errorOf } from "#tests/support/contract/api";
import { cutOff, holdLocks } from "#tests/support/drills/lock-waits";
import { createOwnForm } from "#tests/support/factories/factories";

test("responds with 503 to a request interrupted by a database restart", async () => {
  const { token } = await createOwnForm();
  const read = () => callApi("GET", "/v1/forms", { token });
  expect((await read()).status).toBe(200);
  const restart = await holdLocks("LOCK TABLE form_recipients IN ACCESS EXCLUSIVE MODE");
  const reading = read();
  await cutOff(restart, reading);
  const answer = await reading;
  errorOf(answer, "service_unavailable");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await read()).status).toBe(200);
});
