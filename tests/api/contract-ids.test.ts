import { expect } from "vitest";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { deleteForm } from "#lib/forms/forms";
import { errorOf } from "#tests/support/contract/api";
import { type Case, guarantee, withParams } from "#tests/support/contract/contract-cases";
import { pathOf, sampleOf } from "#tests/support/contract/contract-samples";
import { contextAt, createWorkspace } from "#tests/support/factories/factories";

const ofMessages = withParams.filter(({ path }) => path.includes("{submissionId}"));
const MALFORMED = ["x", "1", "null", "..%2f..", "%00", "%27", "a".repeat(300)];

/** Every way to replace one or more of the parameters. */
function mixed(own: Record<string, string>, other: (name: string) => string) {
  const names = Object.keys(own);
  const subsets = Array.from({ length: 2 ** names.length - 1 }, (_, bits) => bits + 1);
  return subsets.map((bits) => ({
    ...own,
    ...Object.fromEntries(
      names.filter((_, index) => bits & (1 << index)).map((name) => [name, other(name)]),
    ),
  }));
}

/** The body of a 404 without what differs between any two requests. */
async function notFoundBody(one: Case, params: Record<string, string>) {
  const path = pathOf(one.endpoint, params);
  const { requestId, paths, ...rest } = errorOf(await one.call({ path }), "not_found");
  expect(requestId).not.toBe("");
  return rest;
}

guarantee("unknown, foreign and malformed ids get one answer", withParams, async (one) => {
  const own = one.sample.params ?? {};
  const foreign = (await sampleOf(one.endpoint, await createWorkspace())).params ?? {};
  const unknown = await notFoundBody(
    one,
    Object.fromEntries(Object.keys(own).map((name) => [name, newId()])),
  );
  const requests = [
    ...mixed(own, () => newId()),
    ...mixed(own, (name) => foreign[name] ?? ""),
    ...mixed(own, (name) => own[name]?.toUpperCase() ?? ""),
    ...MALFORMED.flatMap((text) => mixed(own, () => text)),
  ];
  for (const params of requests) expect(await notFoundBody(one, params)).toEqual(unknown);
  expect((await one.call()).status, "nothing of it was touched").toBe(one.sample.status);
});

guarantee("a resource of another parent is not found", withParams, async (one) => {
  const own = one.sample.params ?? {};
  if (Object.keys(own).length < 2) return;
  const sibling = (await sampleOf(one.endpoint, one.workspace)).params ?? {};
  const last = Object.keys(own).at(-1) ?? "";
  await notFoundBody(one, { ...own, [last]: sibling[last] ?? "" });
});

/** The form that a request is about, or that its message came through. */
async function formOf({ formId, submissionId }: Record<string, string>): Promise<string> {
  if (formId) return formId;
  const where = { id: submissionId ?? "" };
  return (await db().submission.findUniqueOrThrow({ where })).formId;
}

guarantee("nothing of a deleted form is found", withParams, async (one) => {
  const params = one.sample.params ?? {};
  await deleteForm(contextAt(one.workspace, new Date()), await formOf(params));
  await notFoundBody(one, params);
});

guarantee("nothing of a message past its retention is found", ofMessages, async (one) => {
  const params = one.sample.params ?? {};
  const data = { expiresAt: new Date() };
  await db().submission.update({ where: { id: params.submissionId ?? "" }, data });
  await notFoundBody(one, params);
});
