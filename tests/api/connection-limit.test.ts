import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { callApi, errorOf } from "#tests/support/contract/api";
import { postVisit, rejectionCode } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";

const LIMIT = 3;
const role = `limited_${process.env.VITEST_POOL_ID}`;
const limited = new URL(process.env.DATABASE_URL ?? "");
const admin = new pg.Client({
  connectionString: new URL(limited.pathname, inject("adminUrl")).href,
});
Object.assign(limited, { username: role, password: "limited" });

beforeAll(async () => {
  await admin.connect();
  await admin.query(`
    DROP ROLE IF EXISTS ${role};
    CREATE ROLE ${role} LOGIN PASSWORD 'limited' CONNECTION LIMIT ${LIMIT};
    GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  process.env.DATABASE_URL = limited.href;
});

afterAll(async () => {
  await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`).finally(() => admin.end());
});

test("serves every request when the database allows fewer connections than the pool's size", async () => {
  const { token, form } = await createOwnForm();
  const requests = Array.from({ length: 60 }, async (_, index) =>
    index % 2 === 0
      ? (await postVisit(form.publicKey, { json: { message: `Message ${index}` } })).status
      : (await callApi("GET", "/v1/submissions", { token })).status,
  );
  const statuses = await Promise.all(requests);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

test("responds with 503 and Retry-After when the database allows no connection", async () => {
  const { token, form } = await createOwnForm();
  await admin.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [
    role,
  ]);
  const post = await postVisit(form.publicKey, { json: { message: "Hello" } });
  expect(post.status).toBe(503);
  expect(Number(post.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await rejectionCode(post)).toBe("service_unavailable");
  const read = await callApi("GET", "/v1/submissions", { token });
  errorOf(read, "service_unavailable");
  expect(Number(read.headers.get("retry-after"))).toBeGreaterThan(0);
});
