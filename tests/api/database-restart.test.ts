import { expect, onTestFinished, test } from "vitest";
import { pool } from "#lib/db/database";
import { callApi, errorOf } from "#tests/support/contract/api";
import { untilWaiting } from "#tests/support/drills/lock-waits";
import { createOwnForm } from "#tests/support/factories/factories";

test("responds with 503 to a request interrupted by a database restart", async () => {
  const { token } = await createOwnForm();
  const read = () => callApi("GET", "/v1/forms", { token });
  expect((await read()).status).toBe(200);
  const restart = await pool().connect();
  onTestFinished(() => restart.release());
  await restart.query("BEGIN; LOCK TABLE form_recipients IN ACCESS EXCLUSIVE MODE");
  const reading = read();
  await untilWaiting(reading);
  await restart.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  await restart.query("ROLLBACK");
  const answer = await reading;
  errorOf(answer, "service_unavailable");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await read()).status).toBe(200);
});
