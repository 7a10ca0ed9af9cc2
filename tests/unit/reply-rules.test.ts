import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "#lib/core/ids";
import { composeReply, toReplyText } from "#lib/domain/emails/auto-reply/compose-reply";
import {
  hashReplyAddress,
  makeOptOutToken,
  readOptOutToken,
} from "#lib/domain/emails/auto-reply/opt-out";
import { decideReply, hasConsent, ReplyDraft } from "#lib/domain/emails/auto-reply/plan-reply";
import type { EmailDelivery } from "#lib/domain/emails/schema";
import { resolveVisitorReply } from "#lib/domain/submissions/rules";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";

const ELIGIBLE = {
  isSpam: false,
  autoresponder: { enabled: true },
  hasConsent: true,
  address: "ada@example.com",
  obstacle: null,
};
const REASONS: [string, Partial<Parameters<typeof decideReply>[0]>][] = [
  ["spam", { isSpam: true }],
  ["not_configured", { autoresponder: null }],
  ["disabled", { autoresponder: { enabled: false } }],
  ["no_consent", { hasConsent: false }],
  ["no_email", { address: null }],
  ["widget_not_verified", { obstacle: "widget_not_verified" }],
  ["looks_automatic", { obstacle: "looks_automatic" }],
];

describe("the decision to send an auto-reply", () => {
  it("queues an auto-reply if there is no reason against it", () => {
    const queued = { status: "queued", reason: null, address: "ada@example.com" };
    expect(decideReply(ELIGIBLE)).toEqual(queued);
  });

  it("returns the first applicable reason in the documented order", () => {
    fc.assert(
      fc.property(fc.subarray(REASONS, { minLength: 1 }), (chosen) => {
        // Applied in reverse order, so `autoresponder: null` overrides a disabled auto-reply.
        const facts = chosen.map(([, one]) => one).reverse();
        const message: typeof ELIGIBLE = Object.assign({}, ELIGIBLE, ...facts);
        expect(decideReply(message)).toEqual({ status: "not_eligible", reason: chosen[0]?.[0] });
      }),
    );
  });

  it.each([
    ["true", true],
    [" true", false],
    ["TRUE", false],
    ["1", false],
    ["on", false],
    ["", false],
  ])("treats %j as consent: %s", (value, expected) => {
    expect(hasConsent(new Map([["_service_autoreply", value]]))).toBe(expected);
  });

  it("requires explicit consent", () => {
    expect(hasConsent(new Map())).toBe(false);
  });
});

const WORDS = replyWords({ language: "en" }, null);

const KEY = Buffer.alloc(32, 1);

describe("an opt-out link", () => {
  const workspaceId = newId();
  const addressHash = hashReplyAddress(KEY, workspaceId, "ada@example.com");
  const token = makeOptOutToken(KEY, { workspaceId, addressHash });

  it("identifies an address in any case within one workspace", () => {
    expect(readOptOutToken(KEY, token)).toEqual({ workspaceId, addressHash });
    expect(hashReplyAddress(KEY, workspaceId, " Ada@EXAMPLE.com")).toBe(addressHash);
    expect(hashReplyAddress(KEY, newId(), "ada@example.com")).not.toBe(addressHash);
    expect(hashReplyAddress(KEY, workspaceId, "eve@example.com")).not.toBe(addressHash);
  });

  it("is safe in URLs and headers and doesn't reveal the address", () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{86}$/);
    expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("ada");
  });

  it("is invalid if any character is changed, missing, or added", () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(..."AZaz09-_"), (at, character) => {
        fc.pre(token[at] !== character);
        const forged = token.slice(0, at) + character + token.slice(at + 1);
        expect(readOptOutToken(KEY, forged)).toBeNull();
        expect(readOptOutToken(KEY, token.slice(0, at))).toBeNull();
        expect(readOptOutToken(KEY, token.slice(0, at) + character + token.slice(at))).toBeNull();
      }),
    );
  });

  it("is never valid for arbitrary text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(readOptOutToken(KEY, text)).toBeNull();
      }),
    );
    for (const text of ["PREVIEW", `${token}=`, ` ${token}`, `${token}\n`, "a".repeat(100_000)])
      expect(readOptOutToken(KEY, text)).toBeNull();
  });
});

describe("the content of an auto-reply", () => {
  it("contains the owner's message with its line breaks and an opt-out link", () => {
    const reply = composeReply(
      { subject: "S", message: "a\r\nb\rc\u2028d", words: WORDS },
      "https://x/opt-out",
      "Acme",
    );
    expect(toReplyText(reply, [])).toMatch(/^a\nb\nc\nd\n\n-- \n.*\n.*\nhttps:\/\/x\/opt-out\n$/);
  });

  it.each([
    { subject: "S\r\nBcc: eve@example.com", message: "m", replyTo: "owner@example.com" },
    { subject: "S", message: "m", replyTo: "owner@example.com, eve@example.com" },
    { subject: "S", message: "m", replyTo: "owner@example.com\nBcc: eve@example.com" },
    { subject: "S", message: "m" },
  ])("rejects the draft %j to prevent header injection", (draft) => {
    expect(() => ReplyDraft.parse({ words: WORDS, ...draft })).toThrow();
  });
});

describe("the result of an auto-reply", () => {
  type State = Parameters<typeof resolveVisitorReply>[1][number];
  const QUEUED = { status: "queued", reason: null } as const;
  const OPTED_OUT = { status: "suppressed", reason: "opted_out" } as const;
  const mail = (
    status: EmailDelivery["status"],
    outcomes: EmailDelivery["attempts"][number]["outcome"][] = [],
  ): State => ({
    kind: "visitor_reply",
    status,
    attempts: outcomes.map((outcome, index) => ({
      id: newId(),
      number: index + 1,
      trigger: "automatic",
      startedAt: 0,
      finishedAt: 0,
      outcome,
      error: null,
    })),
  });

  it.each(["queued", "sending", "retrying"] as const)(
    "is queued while its email is %s",
    (status) => {
      expect(resolveVisitorReply(QUEUED, [mail(status)])).toEqual(QUEUED);
    },
  );

  it.each(["sent", "failed", "uncertain"] as const)("is %s if its email is", (status) => {
    expect(resolveVisitorReply(QUEUED, [mail(status)])).toEqual({ status, reason: null });
    expect(resolveVisitorReply(OPTED_OUT, [mail(status)])).toEqual({ status, reason: null });
  });

  it("is spam or opted_out if its email was cancelled", () => {
    const spam = { status: "not_eligible", reason: "spam" };
    expect(resolveVisitorReply(QUEUED, [mail("cancelled", ["failed"])])).toEqual(spam);
    expect(resolveVisitorReply(OPTED_OUT, [mail("cancelled")])).toEqual(OPTED_OUT);
  });

  it("is uncertain if its email was cancelled after an attempt that may have arrived", () => {
    const uncertain = { status: "uncertain", reason: null };
    expect(resolveVisitorReply(QUEUED, [mail("cancelled", ["uncertain"])])).toEqual(uncertain);
    expect(resolveVisitorReply(OPTED_OUT, [mail("cancelled", ["uncertain"])])).toEqual(uncertain);
  });

  it("is the original decision if there is no auto-reply email", () => {
    const limited = { status: "suppressed", reason: "rate_limited" } as const;
    const notification = { ...mail("failed"), kind: "notification" as const };
    expect(resolveVisitorReply(limited, [notification])).toEqual(limited);
  });
});
