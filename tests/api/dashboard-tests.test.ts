import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { makeTestToken } from "#lib/domain/intake/test-token";
import { postVisit } from "#tests/support/contract/intake";
import { createOwnForm, openForm } from "#tests/support/factories/factories";

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

test("an owner's own tests have the same text each time, and never look like spam", async () => {
  const { form } = await createOwnForm();
  const json = {
    name: "Test Person",
    message: "Test message from the dashboard, sent to see it arrive.",
  };
  const token = makeTestToken(await installationKey(), form.publicKey);
  for (let n = 0; n < 3; n += 1)
    await postVisit(form.publicKey, {
      json: { ...json, n: `${n}` },
      headers: { "x-test-token": token },
    });
  expect(await db().submission.count({ where: { formId: form.id, isSuspected: true } })).toBe(0);
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(3);
});
