import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { decryptSecret } from "#lib/core/secrets";
import { FormSummary, FormWithWidget } from "#lib/domain/forms/schema";
import { Turnstile } from "#lib/domain/forms/turnstile/schema";
import { callApi, dataOf, errorOf, invalidPaths, pageOfAnswer } from "#tests/support/contract/api";
import { createOwnForm } from "#tests/support/factories/factories";
import { siteverify } from "#tests/support/setup/siteverify";

const WIDGET = {
  siteKey: "0x4AAAAAAAsite",
  secretKey: "0x4AAAAAAAsecret",
  hostnames: ["www.example.com"],
  enabled: true,
};

async function setUp() {
  const { workspace, token, form } = await createOwnForm({ now: new Date(Date.now() - 60_000) });
  const path = `/v1/forms/${form.id}/turnstile`;
  const connect = (change: Record<string, unknown> = {}) =>
    callApi("POST", path, { token, body: { ...WIDGET, ...change } });
  const disconnect = () => callApi("DELETE", path, { token });
  const read = async () =>
    dataOf(await callApi("GET", `/v1/forms/${form.id}`, { token }), 200, FormWithWidget);
  const verify = () =>
    db().turnstileWidget.updateMany({
      where: { formId: form.id },
      data: { verifiedAt: new Date() },
    });
  const storedSecret = async () => {
    const row = await db().turnstileWidget.findFirst({ where: { formId: form.id } });
    const owner = { workspaceId: workspace.id, id: form.id };
    return row && decryptSecret("widget", owner, row.sealedSecret);
  };
  return { workspace, token, form, connect, disconnect, read, verify, storedSecret };
}

test("rejects a secret that Cloudflare doesn't know and saves nothing", async () => {
  const { connect, read } = await setUp();
  const rejected = errorOf(
    await connect({ secretKey: "wrong-secret" }),
    "turnstile_secret_rejected",
  );
  expect(rejected.paths).toEqual(["secretKey"]);
  expect((await read()).turnstile).toBeNull();
});

test("saves no widget when siteverify doesn't respond", async () => {
  const { connect, read } = await setUp();
  const saved = dataOf(await connect(), 200, Turnstile);
  for (const secretKey of ["away", "broken", "garbled", "endless", "faulty"]) {
    const answer = await connect({ secretKey, siteKey: "0x4other" });
    errorOf(answer, "turnstile_unreachable");
    expect(answer.headers.get("retry-after")).toBe("10");
    expect(siteverify.callsWith(secretKey)).toHaveLength(2);
  }
  expect((await read()).turnstile).toEqual(saved);
});

test("checks the secret with an unsolved challenge and retries a failed call", async () => {
  const { connect } = await setUp();
  const secretKey = "once-away-secret";
  dataOf(await connect({ secretKey }), 200, Turnstile);
  const calls = siteverify.callsWith(secretKey);
  expect(calls).toHaveLength(2);
  expect(calls[0]).toEqual(calls[1]);
  expect(calls[0]?.idempotencyKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
});

test("rejects Cloudflare's test keys and non-public hostnames without calling siteverify", async () => {
  const { connect, read } = await setUp();
  const secretKey = "1x0000000000000000000000000000000AA";
  const siteKey = "1x00000000000000000000AA";
  const rejected = await connect({ siteKey, secretKey, hostnames: ["127.0.0.1", "app.localhost"] });
  const paths = ["siteKey", "secretKey", "hostnames.0", "hostnames.1"];
  expect(invalidPaths(rejected)).toEqual(paths);
  expect(siteverify.callsWith(secretKey)).toEqual([]);
  expect((await read()).turnstile).toBeNull();
});

test("connecting a widget to another workspace's form makes no siteverify call", async () => {
  const { token } = await setUp();
  const other = await setUp();
  const body = { ...WIDGET, secretKey: "0x4stranger" };
  const path = `/v1/forms/${other.form.id}/turnstile`;
  errorOf(await callApi("POST", path, { token, body }), "not_found");
  expect(siteverify.callsWith("0x4stranger")).toEqual([]);
});

test("normalizes and deduplicates hostnames, and accepts 1 to 10", async () => {
  const { connect } = await setUp();
  const answer = await connect({ hostnames: ["WWW.Example.com", "www.example.com", "bücher.de"] });
  expect(dataOf(answer, 200, Turnstile).hostnames).toEqual(["www.example.com", "xn--bcher-kva.de"]);
  const many = Array.from({ length: 11 }, (_, index) => `h${index}.example.com`);
  expect(dataOf(await connect({ hostnames: many.slice(1) }), 200, Turnstile).hostnames).toEqual(
    many.slice(1),
  );
  for (const hostnames of [[], many])
    expect(invalidPaths(await connect({ hostnames }))).toEqual(["hostnames"]);
});

test("connecting a widget or changing its site key requires a secret", async () => {
  const { connect, read } = await setUp();
  const first = errorOf(await connect({ secretKey: undefined }), "validation_failed");
  expect(first.paths).toEqual(["secretKey"]);
  const saved = dataOf(await connect(), 200, Turnstile);
  const other = await connect({ secretKey: undefined, siteKey: "0x4AAAAAAAother" });
  expect(invalidPaths(other)).toEqual(["secretKey"]);
  expect((await read()).turnstile).toEqual(saved);
});

test("encrypts the stored widget secret and never returns it", async () => {
  const { form, connect, storedSecret } = await setUp();
  const answer = await connect();
  expect(answer.bytes.toString("utf8")).not.toContain(WIDGET.secretKey);
  expect(await storedSecret()).toBe(WIDGET.secretKey);
  const [row] = await db().$queryRaw<{ text: string }[]>`
    SELECT encode(sealed_secret, 'escape') AS text FROM turnstile_widgets
    WHERE form_id = ${form.id}::uuid`;
  expect(row?.text).not.toContain(WIDGET.secretKey);
});

test("every save resets the widget's verification, and keeps the secret if none is sent", async () => {
  const { connect, read, verify, storedSecret } = await setUp();
  await connect();
  for (const change of [{}, { secretKey: undefined }, { secretKey: undefined, enabled: false }]) {
    await verify();
    expect((await read()).turnstile?.verifiedAt).not.toBeNull();
    expect(dataOf(await connect(change), 200, Turnstile).verifiedAt).toBeNull();
    expect(await storedSecret()).toBe(WIDGET.secretKey);
  }
  expect((await read()).turnstile).toMatchObject({ enabled: false });
});

test("returns the widget only with a single form, not in lists or other responses", async () => {
  const { token, form, connect, read } = await setUp();
  const saved = dataOf(await connect(), 200, Turnstile);
  expect(await read()).toMatchObject({ id: form.id, turnstile: saved });
  const list = pageOfAnswer(await callApi("GET", "/v1/forms", { token }), FormSummary);
  expect(list.data).toHaveLength(1);
  const path = `/v1/forms/${form.id}`;
  const answer = await callApi("PATCH", path, { token, body: { name: "Renamed" } });
  expect(JSON.stringify(answer.json)).not.toContain("turnstile");
});

test("disconnecting removes the widget, and succeeds without one", async () => {
  const { connect, disconnect, read, storedSecret } = await setUp();
  expect((await disconnect()).status).toBe(204);
  await connect();
  expect((await disconnect()).status).toBe(204);
  expect((await read()).turnstile).toBeNull();
  expect(await storedSecret()).toBeNull();
  errorOf(await connect({ secretKey: undefined }), "validation_failed");
});

test("saving without a secret never keeps another widget's secret", async () => {
  const { connect, read, storedSecret } = await setUp();
  await connect();
  const other = { siteKey: "0x4other", secretKey: "0x4other-secret" };
  const [replaced, kept] = await Promise.all([connect(other), connect({ secretKey: undefined })]);
  expect(replaced.status).toBe(200);
  expect([200, 422]).toContain(kept.status);
  expect((await read()).turnstile?.siteKey).toBe(other.siteKey);
  expect(await storedSecret()).toBe(other.secretKey);
});
