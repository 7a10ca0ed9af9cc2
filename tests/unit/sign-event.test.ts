import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { makeSigningSecret, signEvent } from "#lib/webhooks/signature";

const bodies = fc.string({ unit: "binary" }).map((text) => JSON.stringify({ text }));

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
