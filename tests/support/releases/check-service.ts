import { expect } from "vitest";
import { z } from "zod";
import { SubmissionSummary } from "#lib/domain/submissions/schema";
import { everyPage } from "#tests/support/factories/service-requests";
import { facts } from "#tests/support/releases/first-release";

const Data = z.object({ data: z.record(z.string(), z.unknown()) });
const Attachments = z.array(z.object({ id: z.string(), filename: z.string() }));
const Deliveries = z.array(z.object({ status: z.string() }));

/** Reads everything that 1.0.0 stored from a service of today, and sends it a submission. */
export async function checkFirstRelease(baseUrl: string): Promise<void> {
  const ask = (path: string, token = facts.tokens.owner.token) =>
    fetch(`${baseUrl}/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  const read = async (path: string) => {
    const response = await ask(path);
    expect(response.status, path).toBe(200);
    return Data.parse(await response.json()).data;
  };
  const list = (query: Record<string, string>, token?: string) =>
    everyPage({ folder: "all", ...query }, SubmissionSummary, (page) =>
      ask(`/submissions?${page}`, token),
    );
  const { contact, quote, paused } = facts.forms;
  const { messages } = facts;

  const listed = await list({});
  expect(listed.map(({ id }) => id).sort()).toEqual([...messages.all].sort());
  expect((await list({}, facts.tokens.other)).map(({ id }) => id)).toEqual([messages.other]);
  expect((await ask("/token", facts.tokens.revoked)).status).toBe(401);
  expect((await list({ search: "INVOICE" })).length).toBe(1);
  expect((await list({ folder: "spam" })).length).toBe(4);
  for (const id of messages.all) await read(`/submissions/${id}`);

  const files = Attachments.parse((await read(`/submissions/${messages.withFiles}`)).attachments);
  const texts = files.map(async ({ id }) =>
    (await ask(`/submissions/${messages.withFiles}/attachments/${id}`)).text(),
  );
  expect(await Promise.all(texts)).toEqual(["what the visitor wrote\n", "a,b\n1,2\n"]);
  const rejected = Deliveries.parse((await read(`/submissions/${messages.rejected}`)).deliveries);
  expect(rejected.map(({ status }) => status)).toEqual(["failed", "failed"]);

  for (const { id } of [contact, quote, paused]) await read(`/forms/${id}`);
  expect(await read(`/forms/${contact.id}/webhook`)).toMatchObject(facts.webhook);
  expect((await read(`/forms/${contact.id}/routing`)).rules).toHaveLength(1);
  expect(await read(`/forms/${contact.id}/autoresponder`)).toMatchObject({ enabled: true });
  const response = await ask(`/forms/${quote.id}/webhook/deliveries`);
  expect(z.object({ data: z.array(z.unknown()) }).parse(await response.json()).data).toHaveLength(
    3,
  );

  for (const { email, password } of [facts.owner, facts.other]) {
    const signedIn = await fetch(`${baseUrl}/api/account/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: baseUrl },
      body: JSON.stringify({ email, password }),
    });
    expect(signedIn.status).toBe(200);
  }
  const sent = await fetch(`${baseUrl}/f/${quote.publicKey}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ message: "After the update" }),
  });
  expect(sent.ok, await sent.clone().text()).toBe(true);
  expect((await list({})).length).toBe(messages.all.length + 1);
}
