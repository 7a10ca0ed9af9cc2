import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { makeSigningSecret, signEvent } from "../../../lib/domain/endpoints/signature";
import { verifyWebhook, WebhookVerificationError } from "../src/form-intake";

const secret = makeSigningSecret();
const now = new Date("2026-11-22T10:00:00Z");
const event = {
  id: "01a00000-0000-7000-8000-000000000000",
  type: "webhook.test",
  timestamp: "2026-11-22T10:00:00.000Z",
  data: { formId: "01a00000-0000-7000-8000-000000000001", message: "Zoë says “hi” 👋" },
};
const body = JSON.stringify(event);
const headers = signEvent(secret, event.id, body, now);
const verify = (changed: Record<string, string | undefined>, text = body) =>
  verifyWebhook(text, { ...headers, ...changed }, secret, { now });

test.each([
  ["a changed body", {}, body.replace("hi", "ha")],
  ["another event ID", { "webhook-id": "another" }, body],
  ["another time", { "webhook-timestamp": String(now.getTime() / 1000 + 1) }, body],
  ["a signature of another version", { "webhook-signature": "v1a,AAAA" }, body],
  ["a signature that isn't base64", { "webhook-signature": "v1,***" }, body],
  ["an empty signature", { "webhook-signature": "v1," }, body],
  ["no signature", { "webhook-signature": undefined }, body],
  ["no ID", { "webhook-id": undefined }, body],
  ["no timestamp", { "webhook-timestamp": "" }, body],
  ["a timestamp that isn't a number", { "webhook-timestamp": "1e9" }, body],
  [
    "a valid signature after 16 wrong ones",
    { "webhook-signature": `${"v1,AAAA ".repeat(16)}${headers["webhook-signature"]}` },
    body,
  ],
])("a request with %s is rejected", async (_, changed, text) => {
  await expect(verify(changed, text)).rejects.toThrow(WebhookVerificationError);
});

test("a request signed with another secret is rejected", async () => {
  const call = verifyWebhook(body, headers, makeSigningSecret(), { now });
  await expect(call).rejects.toThrow("No webhook-signature matches the body and secret.");
});

test("a request is rejected when its timestamp is farther away than the tolerance", async () => {
  const at = (seconds: number, toleranceSeconds?: number) =>
    verifyWebhook(body, headers, secret, {
      now: new Date(now.getTime() + seconds * 1000),
      toleranceSeconds,
    });
  await expect(at(301)).rejects.toThrow("The webhook-timestamp is 301 seconds old.");
  await expect(at(-301)).rejects.toThrow("The webhook-timestamp is 301 seconds ahead.");
  await expect(at(11, 10)).rejects.toThrow(WebhookVerificationError);
  await expect(at(0, Number.NaN)).rejects.toThrow(WebhookVerificationError);
  for (const seconds of [-300, 0, 300]) expect(await at(seconds)).toEqual(event);
  expect(await at(3600, 4000)).toEqual(event);
});

test("a parsed body or malformed secret is reported as the caller's mistake", async () => {
  const parsed: unknown = event;
  const call = Reflect.apply(verifyWebhook, undefined, [parsed, headers, secret]);
  await expect(call).rejects.toThrow("Pass the raw body, before it's parsed.");
  for (const wrong of ["", "whsec_", "whsec_***"])
    await expect(verifyWebhook(body, headers, wrong)).rejects.toThrow(/^The secret must be/);
});

test("the body can be text or bytes, and the headers those of any framework", async () => {
  const bytes = new TextEncoder().encode(body);
  for (const raw of [body, bytes, bytes.buffer, Buffer.from(`x${body}`).subarray(1)])
    expect(await verifyWebhook(raw, new Headers(headers), secret, { now })).toEqual(event);
  const node = { host: "a.example", "set-cookie": ["a", "b"], ...headers };
  expect(await verifyWebhook(body, node, secret, { now })).toEqual(event);
  const entries = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
  const upper: Record<string, string> = Object.fromEntries(entries);
  expect(await verifyWebhook(body, upper, secret, { now })).toEqual(event);
});

test("one of several signatures is enough, as during a change of keys", async () => {
  const other = signEvent(makeSigningSecret(), event.id, body, now)["webhook-signature"];
  const both = `${other} v2,AAAA ${headers["webhook-signature"]}`;
  expect(await verify({ "webhook-signature": both })).toEqual(event);
});

test("events signed by the Standard Webhooks library are verified, whatever the body", async () => {
  const values = fc.json().map((text) => JSON.stringify(JSON.parse(text)));
  await fc.assert(
    fc.asyncProperty(fc.uuid(), values, async (id, text) => {
      const signature = new Webhook(secret).sign(id, now, text);
      const signed = { ...headers, "webhook-id": id, "webhook-signature": signature };
      const verified: unknown = await verifyWebhook(text, signed, secret, { now });
      expect(verified).toEqual(JSON.parse(text));
    }),
  );
});
