import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { Form, FormWithWidget } from "#lib/forms/schema";
import { callApi, dataOf, errorOf } from "#tests/support/contract/api";
import {
  createForm,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";

async function setUp(count = 5) {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await createVerifiedRecipient(workspace)).id);
  const create = (recipientIds: unknown) =>
    callApi("POST", "/v1/forms", { token, body: { name: "Contact", recipientIds } });
  return { workspace, token, ids, create };
}

test("creates a form with 1 to 5 recipients in the given order", async () => {
  const { ids, create } = await setUp(6);
  for (const recipientIds of [ids.slice(0, 1), ids.slice(0, 5), ids.slice(1).reverse()])
    expect(dataOf(await create(recipientIds), 201, Form).recipientIds).toEqual(recipientIds);
  for (const recipientIds of [[], ids])
    expect(errorOf(await create(recipientIds), "validation_failed").paths).toEqual([
      "recipientIds",
    ]);
});

test("an update accepts 0 to 5 recipients", async () => {
  const { workspace, token, ids } = await setUp(6);
  const form = await createForm(workspace, { recipientIds: ids.slice(0, 2) });
  const patch = (recipientIds: unknown) =>
    callApi("PATCH", `/v1/forms/${form.id}`, { token, body: { recipientIds } });
  for (const recipientIds of [[], ids.slice(0, 5).reverse(), ids.slice(5)])
    expect(dataOf(await patch(recipientIds), 200, Form).recipientIds).toEqual(recipientIds);
  expect(errorOf(await patch(ids), "validation_failed").paths).toEqual(["recipientIds"]);
});

test("rejects a recipient listed twice, ignoring the case of its id", async () => {
  const { ids, create } = await setUp(1);
  const [id = ""] = ids;
  expect(dataOf(await create([id.toUpperCase()]), 201, Form).recipientIds).toEqual([id]);
  for (const twice of [
    [id, id],
    [id, id.toUpperCase()],
  ])
    expect(errorOf(await create(twice), "validation_failed").paths).toEqual(["recipientIds"]);
});

test("returns the same error for pending, unknown, and other workspaces' recipients, by index", async () => {
  const { workspace, token, ids, create } = await setUp(2);
  const pending = await createPendingRecipient(workspace);
  const foreign = await createVerifiedRecipient(await createWorkspace());
  const mixed = [ids[0], pending.id, foreign.id, ids[1], newId()];
  const rejected = errorOf(await create(mixed), "recipient_not_verified");
  const message = "isn't a verified recipient";
  expect(rejected.details).toEqual([
    { path: "recipientIds.1", message },
    { path: "recipientIds.2", message },
    { path: "recipientIds.4", message },
  ]);
  const form = await createForm(workspace, { recipientIds: ids });
  const body = { name: "Not kept", recipientIds: [foreign.id] };
  const answer = await callApi("PATCH", `/v1/forms/${form.id}`, { token, body });
  expect(errorOf(answer, "recipient_not_verified").paths).toEqual(["recipientIds.0"]);
  const read = await callApi("GET", `/v1/forms/${form.id}`, { token });
  expect(dataOf(read, 200, FormWithWidget)).toMatchObject(form);
});

test("rejects recipient ids that aren't UUIDs, by index", async () => {
  const { ids, create } = await setUp(1);
  const answer = await create([ids[0], "x", 7]);
  expect(errorOf(answer, "validation_failed").paths).toEqual(["recipientIds.1", "recipientIds.2"]);
});
