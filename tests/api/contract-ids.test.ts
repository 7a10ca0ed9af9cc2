import { expect } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { deleteForm } from "#lib/domain/forms/forms";
import { errorOf } from "#tests/support/contract/api";
import { type Case, guarantee, withParams } from "#tests/support/contract/contract-cases";
import { pathOf, sampleOf } from "#tests/support/contract/contract-samples";
import { contextAt, createWorkspace } from "#tests/support/factories/factories";

const ofForms = withParams.filter(({ path }) => !path.includes("{savedReplyId}"));
const ofMessages = withParams.filter(({ path }) => path.includes("{submissionId}"));
const MALFORMED = ["x", "1", "null", "..%2f..", "%00", "%27", "a".repeat(300)];

/** All combinations that replace one or more of the parameters. */
function mixed(own: Record<string, string>, other: (name: string) => string) {
  let all: Record<string, string>[] = [{}];
  for (const [name, value] of Object.entries(own))
    all = all.flatMap((one) => [
      { ...one, [name]: other(name) },
      { ...one, [name]: value },
    ]);
  // The last one replaces nothing.
  return all.slice(0, -1);
}

/** The body of a 404 response without values that are unique to a request. */
async function notFoundBody(one: Case, params: Record<string, string>) {
  const path = pathOf(one.endpoint, params);
  const { requestId, paths, ...rest } = errorOf(await one.call({ path }), "not_found");
  expect(requestId).not.toBe("");
  return rest;
}

guarantee(
  "returns the same error for unknown and malformed ids and those of another workspace",
  withParams,
  async (one) => {
    const own = one.sample.params ?? {};
    const foreign = (await sampleOf(one.endpoint, await createWorkspace())).params ?? {};
    const requests = [
      ...mixed(own, () => newId()),
      ...mixed(own, (name) => foreign[name] ?? ""),
      ...mixed(own, (name) => own[name]?.toUpperCase() ?? ""),
      ...MALFORMED.flatMap((text) => mixed(own, () => text)),
    ];
    const [unknown = {}] = requests;
    const expected = await notFoundBody(one, unknown);
    for (const params of requests) expect(await notFoundBody(one, params)).toEqual(expected);
    expect((await one.call()).status, "the resource is unchanged").toBe(one.sample.status);
  },
);

guarantee("returns not_found for a resource of another parent", withParams, async (one) => {
  const own = one.sample.params ?? {};
  if (Object.keys(own).length < 2) return;
  const sibling = (await sampleOf(one.endpoint, one.workspace)).params ?? {};
  const last = Object.keys(own).at(-1) ?? "";
  await notFoundBody(one, { ...own, [last]: sibling[last] ?? "" });
});

/** The form in the request's path, or the one that its message or import belongs to. */
async function formOf(params: Record<string, string>): Promise<string> {
  const { formId, submissionId, importId } = params;
  if (formId) return formId;
  if (importId) return (await db().import.findFirstOrThrow({ where: { id: importId } })).formId;
  const where = { id: submissionId ?? "" };
  return (await db().submission.findFirstOrThrow({ where })).formId;
}

guarantee("returns not_found for resources of a deleted form", ofForms, async (one) => {
  const params = one.sample.params ?? {};
  await deleteForm(contextAt(one.workspace, new Date()), await formOf(params));
  await notFoundBody(one, params);
});

guarantee("returns not_found for resources of an expired message", ofMessages, async (one) => {
  const params = one.sample.params ?? {};
  const data = { expiresAt: new Date() };
  await db().submission.updateMany({ where: { id: params.submissionId ?? "" }, data });
  await notFoundBody(one, params);
});
