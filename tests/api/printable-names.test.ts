import { expect, test } from "vitest";
import type { z } from "zod";
import { db } from "#lib/adapters/db/database";
import { PasskeyName } from "#lib/domain/accounts/factors/schema";
import { CreateWorkspaceInput, PersonName, SignUpInput } from "#lib/domain/accounts/schema";
import {
  CreateDestinationInput,
  UpdateDestinationInput,
} from "#lib/domain/endpoints/destination-schema";
import { SaveRoutingInput } from "#lib/domain/forms/routing/schema";
import { CreateFormInput, UpdateFormInput } from "#lib/domain/forms/schema";
import { CreateTokenInput } from "#lib/domain/tokens/schema";
import { callApi, invalidPaths } from "#tests/support/contract/api";
import { DESTINATION_URLS } from "#tests/support/factories/destination-factories";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";
import { routingRule } from "#tests/support/factories/integration-factories";

const HOSTILE = {
  "a line break": "Claim\nCall us",
  "a carriage return": "Claim\rCall us",
  "a tab": "Claim\tus",
  "an escape": "\u001b[2JOwned",
  "a C1 control": "Claim\u009b2J",
  "a line separator": "Claim\u2028Call us",
  "an override": "\u202egro.live",
  "an isolate": "\u2066left\u2069",
  "a mark of direction": "a\u200fb",
  "an Arabic letter mark": "a\u061cb",
  "nothing visible": "\u200b\u2060",
};
const FINE = [
  "Größe & Co. “2”",
  "می‌خواهم",
  "👩‍👩‍👧 Familie",
  "טופס יצירת קשר",
  "お問い合わせ",
  "O’Neill, 3/4",
];

const url = DESTINATION_URLS.webhook;
const rule = routingRule(["019a91cf-0000-7000-8000-000000000000"]);
const sign = { email: "ada@example.com", password: "correct horse battery staple" };
/** Everything that has a name which people choose. */
const NAMED: Readonly<Record<string, (name: string) => [z.ZodType, unknown]>> = {
  "a form": (name) => [CreateFormInput.pick({ name: true }), { name }],
  "a form that changes": (name) => [UpdateFormInput, { name }],
  "a workspace": (name) => [CreateWorkspaceInput, { name }],
  "a first workspace": (workspaceName) => [SignUpInput, { ...sign, workspaceName }],
  "a person": (name) => [PersonName, name],
  "a token": (name) => [CreateTokenInput, { name, scopes: ["forms:read"] }],
  "a passkey": (name) => [PasskeyName, name],
  "a destination": (name) => [CreateDestinationInput, { kind: "webhook", url, name }],
  "a destination’s source": (source) => [CreateDestinationInput, { kind: "webhook", url, source }],
  "a destination that changes": (name) => [UpdateDestinationInput, { name }],
  "a routing rule": (name) => [
    SaveRoutingInput,
    { revision: null, enabled: true, rules: [{ ...rule, name }] },
  ],
};

test.each(Object.entries(NAMED))("the name of %s is one line of printable text", (_, make) => {
  for (const [what, name] of Object.entries(HOSTILE)) {
    const [schema, input] = make(name);
    const { success, error } = schema.safeParse(input);
    expect(success, what).toBe(false);
    expect(error?.issues.map(({ message }) => message).join()).toContain("one line");
  }
  for (const name of FINE) {
    const [schema, input] = make(name);
    expect(schema.safeParse(input).success, name).toBe(true);
  }
});

test.each(Object.entries(NAMED))("an empty name of %s is one fault, not two", (_, make) => {
  for (const name of ["", " "]) {
    const [schema, input] = make(name);
    expect(schema.safeParse(input).error?.issues).toMatchObject([
      { message: expect.stringMatching(/^must be 1 to/) },
    ]);
  }
});

test("a hostile name is a 422 in words, and one that was stored before is still read and can be replaced", async () => {
  const workspace = await createWorkspace();
  const token = await createToken(workspace);
  const form = await createForm(workspace);
  const path = `/v1/forms/${form.id}`;
  const name = HOSTILE["an escape"];
  const rejected = await callApi("PATCH", path, { token, body: { name } });
  expect(invalidPaths(rejected)).toEqual(["name"]);
  expect(JSON.stringify(rejected.json)).toContain("without control characters");
  await db().form.updateMany({ where: { id: form.id }, data: { name } });
  const read = await callApi("GET", path, { token });
  expect(read.json).toMatchObject({ data: { name } });
  const renamed = await callApi("PATCH", path, { token, body: { name: "Contact" } });
  expect(renamed.json).toMatchObject({ data: { name: "Contact" } });
});
