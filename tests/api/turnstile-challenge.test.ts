import { expect, test, vi } from "vitest";
import { db } from "#lib/adapters/db/database";
import { askSiteverify } from "#lib/adapters/turnstile/siteverify";
import { newId } from "#lib/core/ids";
import { encryptSecret, sha256 } from "#lib/core/secrets";
import { connectTurnstile } from "#lib/domain/forms/turnstile/turnstile";
import { verifyChallenge } from "#lib/domain/forms/turnstile/verify-challenge";
import { expectRejection } from "#tests/support/contract/rejection";
import { contextAt, createOwnForm } from "#tests/support/factories/factories";
import { siteverify } from "#tests/support/setup/siteverify";
import { passingResponse } from "#tests/support/twins/siteverify-twin";

const CONTENT = sha256("content");

/** A connected widget; `failing` sets how siteverify treats its secret from now on. */
async function setUp(failing = "") {
  const { workspace, form } = await createOwnForm();
  const secretKey = `secret-${newId()}`;
  const hostnames = ["www.example.com", "xn--bcher-kva.de"];
  const input = { siteKey: "0x4site", secretKey, hostnames, enabled: true };
  await connectTurnstile(workspace.ctx, form.id, input);
  if (failing) {
    const sealedSecret = encryptSecret(
      "widget",
      { workspaceId: workspace.id, id: form.id },
      failing + secretKey,
    );
    await db().turnstileWidget.updateMany({ where: { formId: form.id }, data: { sealedSecret } });
  }
  const readWidget = async () => ({
    ...(await db().turnstileWidget.findFirstOrThrow({ where: { formId: form.id } })),
    observes: null,
  });
  const pass = async (token: string | null, change: { contentHash?: Uint8Array; at?: Date } = {}) =>
    verifyChallenge(contextAt(workspace, change.at ?? new Date()), await readWidget(), {
      token,
      formId: form.id,
      contentHash: change.contentHash ?? CONTENT,
    });
  const calls = () => siteverify.callsWith(failing + secretKey);
  return { workspace, form, input, readWidget, pass, calls };
}

function solved(hostname = "www.example.com"): string {
  return passingResponse(hostname, newId());
}

test("requires a Turnstile token without calling siteverify", async () => {
  const { pass, calls } = await setUp();
  const before = calls().length;
  for (const token of [null, ""]) await expectRejection(pass(token), "turnstile_required");
  await expectRejection(pass("x".repeat(2049)), "turnstile_failed");
  expect(calls()).toHaveLength(before);
});

test("rejects a challenge solved on another host and leaves the widget unverified", async () => {
  const { pass, readWidget } = await setUp();
  for (const hostname of ["evil.example.com", "example.com", "www.example.com.evil.com"])
    await expectRejection(pass(solved(hostname)), "turnstile_failed");
  expect((await readWidget()).verifiedAt).toBeNull();
  await pass(solved("WWW.EXAMPLE.COM"));
  await pass(solved("xn--bcher-kva.de"));
});

test("rejects a passed challenge of which Cloudflare doesn't say where it was solved", async () => {
  const { pass, readWidget } = await setUp("hostless-");
  await expectRejection(pass(solved()), "turnstile_failed");
  expect((await readWidget()).verifiedAt).toBeNull();
});

test("rejects the challenge when Cloudflare no longer knows the secret", async () => {
  const { pass } = await setUp("wrong-");
  await expectRejection(pass(solved()), "turnstile_failed");
});

test.each(["away-", "broken-", "garbled-", "endless-", "faulty-"])(
  "asks the visitor to retry while siteverify is %s",
  async (failing) => {
    const { pass, calls, readWidget } = await setUp(failing);
    const retry = { retryAfterSeconds: expect.any(Number) };
    await expectRejection(pass(solved()), "service_unavailable", retry);
    const [first, second, ...more] = calls();
    expect(more).toEqual([]);
    expect(second).toEqual(first);
    expect((await readWidget()).verifiedAt).toBeNull();
  },
);

test("gives up on two siteverify calls that time out", async () => {
  const secret = `hanging-${newId()}`;
  const call = { secret, response: solved(), idempotencyKey: newId() };
  const answer = await askSiteverify(call, 40);
  expect(answer.kind).toBe("unreachable");
  expect(siteverify.callsWith(secret)).toEqual([call, call]);
});

test("allows siteverify 3 seconds for each of two calls", async () => {
  const { pass } = await setUp("hanging-");
  const soon = AbortSignal.timeout(1);
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(soon);
  try {
    await expectRejection(pass(solved()), "service_unavailable");
    expect(timeout.mock.calls).toEqual([[3_000], [3_000]]);
  } finally {
    timeout.mockRestore();
  }
});

test("accepts a used Turnstile token only for the same submission", async () => {
  const { pass, calls } = await setUp();
  const token = solved();
  await pass(token);
  await pass(token);
  await expectRejection(pass(token, { contentHash: sha256("other") }), "turnstile_failed");
  const keys = calls()
    .filter(({ response }) => response === token)
    .map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
  for (const key of keys)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("rejects a Turnstile token that another form used", async () => {
  const [one, other] = [await setUp(), await setUp()];
  const token = solved();
  await one.pass(token);
  await expectRejection(other.pass(token), "turnstile_failed");
});

test("only the first passed challenge sets verifiedAt", async () => {
  const { pass, readWidget } = await setUp();
  const first = new Date("2026-11-21T10:00:00Z");
  await pass(solved(), { at: first });
  await pass(solved(), { at: new Date("2026-11-21T11:00:00Z") });
  expect((await readWidget()).verifiedAt).toEqual(first);
});

test("a challenge from before the latest save doesn't verify the widget", async () => {
  const { workspace, form, input, readWidget } = await setUp();
  const earlier = await readWidget();
  await connectTurnstile(workspace.ctx, form.id, input);
  const challenge = { token: solved(), formId: form.id, contentHash: CONTENT };
  await verifyChallenge(workspace.ctx, earlier, challenge);
  expect((await readWidget()).verifiedAt).toBeNull();
});
