import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { makeTestToken } from "#lib/domain/intake/test-token";
import { postVisit } from "#tests/support/contract/intake";
import { openForm } from "#tests/support/factories/factories";

test("an owner's own test that is rejected isn't recorded as a visitor's, and no one else can hide theirs", async () => {
  const form = await openForm({ allowedOrigins: ["https://shop.example"] });
  const other = await openForm();
  const send = (token: string) =>
    postVisit(form.publicKey, { json: { message: "x" }, headers: { "x-test-token": token } });
  const count = () => db().rejectedSubmission.count({ where: { formId: form.id } });
  const key = await installationKey();
  expect((await send(makeTestToken(key, form.publicKey))).status).toBe(403);
  expect(await count()).toBe(0);
  for (const token of ["", "x", makeTestToken(key, other.publicKey)]) await send(token);
  const [row] = await db().rejectedSubmission.findMany({ where: { formId: form.id } });
  expect(row).toMatchObject({ code: "origin_not_allowed", count: 3 });
});
