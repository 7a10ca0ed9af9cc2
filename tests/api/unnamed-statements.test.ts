import { expect, test } from "vitest";
import { pool } from "#lib/adapters/db/database";
import { indexSubmissions } from "#lib/domain/submissions/search/index-submissions";
import { callApi } from "#tests/support/contract/api";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";

// A single connection sees every statement; work that needs two at once would hang.
Object.assign(process.env, { DATABASE_PREPARED: "0", DATABASE_POOL_MAX: "1" });

const countNamed = async () => (await pool().query("SELECT name FROM pg_prepared_statements")).rows;

test("DATABASE_PREPARED=0 uses no named statements and works with a single connection", async () => {
  const { token, form } = await createOwnForm();
  const headers = { "idempotency-key": "once" };
  const posts = await Promise.all(
    [1, 2, 3].map(() => postVisit(form.publicKey, { json: { message: "Hello" }, headers })),
  );
  const [id] = new Set(await Promise.all(posts.map(acceptedId)));
  const call = async (method: string, path: string, rest: Parameters<typeof callApi>[2] = {}) =>
    (await callApi(method, path, { token, ...rest })).status;
  const search = { search: "hello" };
  expect(await call("GET", "/v1/submissions", { query: search })).toBe(200);
  await indexSubmissions();
  expect(await call("GET", "/v1/submissions", { query: search })).toBe(200);
  expect(await call("GET", "/v1/submissions/export")).toBe(200);
  expect(await call("PATCH", `/v1/submissions/${id}`, { body: { folder: "archive" } })).toBe(200);
  expect(await call("PATCH", `/v1/forms/${form.id}`, { body: { name: "New" } })).toBe(200);
  expect(await countNamed()).toEqual([]);
});
