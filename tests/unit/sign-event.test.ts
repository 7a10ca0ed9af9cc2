import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import { makeSigningSecret, signEvent } from "#lib/domain/endpoints/signature";
import { findGuide } from "#lib/entry/docs/guides";
import { anyText } from "#tests/support/factories/any-text";
import { readBlocks } from "#tests/support/guides/blocks";

const bodies = anyText().map((text) => JSON.stringify({ text }));

test("the Standard Webhooks library verifies the signature of any body", () => {
  fc.assert(
    fc.property(fc.uuid(), bodies, (eventId, body) => {
      const secret = makeSigningSecret();
      const headers = signEvent(secret, eventId, body, new Date());
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }),
  );
});

test("a signature is invalid for another body, event, timestamp, or secret", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), bodies, bodies, (id, otherId, body, otherBody) => {
      fc.pre(id !== otherId && body !== otherBody);
      const secret = makeSigningSecret();
      const now = new Date();
      const headers = signEvent(secret, id, body, now);
      const later = String(Number(headers["webhook-timestamp"]) + 1);
      const verify = (key: string, text: string, changed: Record<string, string>) => () =>
        new Webhook(key).verify(text, { ...headers, ...changed });
      expect(verify(secret, otherBody, {})).toThrow();
      expect(verify(secret, body, { "webhook-id": otherId })).toThrow();
      expect(verify(secret, body, { "webhook-timestamp": later })).toThrow();
      expect(verify(makeSigningSecret(), body, {})).toThrow();
    }),
  );
});

test("a signing secret has 32 random bytes", () => {
  const secrets = Array.from({ length: 100 }, makeSigningSecret);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  }
  expect(new Set(secrets).size).toBe(100);
});

type Step = {
  run: (given: {
    steps: { trigger: { event: { headers: object; bodyRaw: string } } };
    $: { flow: { exit: (reason: string) => string } };
  }) => Promise<unknown>;
};

const secret = makeSigningSecret();
const submission = { id: "s", fields: { name: "Zoë 👋" } };
const body = JSON.stringify({ id: "e", type: "submission.created", data: { submission } });

/** Runs the guide's step for a request, as Pipedream does. */
async function runStep(headers: object, bodyRaw: string): Promise<unknown> {
  const blocks = readBlocks("automation-tools", findGuide("automation-tools")?.markdown ?? "");
  const code = blocks.find(({ file }) => file === "verify.mjs")?.code ?? "";
  vi.stubGlobal("defineComponent", (step: Step) => step);
  vi.stubEnv("FORM_INTAKE_SECRET", secret);
  const { default: step }: { default: Step } = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  const $ = { flow: { exit: (reason: string) => `ended: ${reason}` } };
  return step.run({ steps: { trigger: { event: { headers, bodyRaw } } }, $ });
}

const sign = (bodyRaw: string, { by = secret, at = new Date() } = {}) => ({
  ...signEvent([by], "e", bodyRaw, at),
});

test("the step for Pipedream returns the message of a genuine event", async () => {
  expect(await runStep(sign(body), body)).toEqual(submission);
  const both = { ...signEvent([makeSigningSecret(), secret], "e", body, new Date()) };
  expect(await runStep(both, body)).toEqual(submission);
});

test("the step for Pipedream ends the workflow for anything else", async () => {
  const ended = "ended: The signature is wrong or old.";
  expect(await runStep({}, body)).toBe(ended);
  expect(await runStep(sign(body), body.replace("Zoë", "Eve"))).toBe(ended);
  expect(await runStep(sign(body, { by: makeSigningSecret() }), body)).toBe(ended);
  const old = new Date(Date.now() - 301_000);
  expect(await runStep(sign(body, { at: old }), body)).toBe(ended);
  expect(await runStep({ ...sign(body), "webhook-id": "other" }, body)).toBe(ended);
  const testEvent = JSON.stringify({ id: "e", type: "webhook.test", data: { message: "Hi" } });
  expect(await runStep(sign(testEvent), testEvent)).toBe("ended: This is a test.");
});
