import { expect, test } from "vitest";
import { db, transaction } from "#lib/adapters/db/database";
import { settings } from "#lib/core/settings/settings";
import { queueEmail } from "#lib/domain/deliveries/queue";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { createWorkspace } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const DAY_MS = 86_400_000;
const FORGOTTEN = { sealedData: null, sealedPayload: null };

const live = setUpLiveEmail(1000);

/** A queued email with a link that lets its reader in. */
async function queueLink() {
  const workspace = await createWorkspace({ now: START });
  const link = "http://localhost:3000/reset-password?token=secret";
  const data = { kind: "account", purpose: "password_reset", link } as const;
  await transaction((tx) => queueEmail(tx, workspace.ctx, { to: workspace.user.email, data }));
  const read = () => db().delivery.findFirstOrThrow({ where: { workspaceId: workspace.id } });
  expect((await read()).sealedData).not.toBeNull();
  return { workspace, read, clock: createTestClock(START) };
}

test("an email's link is kept, encrypted, until its last attempt, and forgotten once it's sent", async () => {
  const { read, clock } = await queueLink();
  live.twin.answerNext({ status: 500 });
  await drainOutbox(clock);
  const kept = await read();
  expect(kept.status).toBe("retrying");
  for (const sealed of [kept.sealedData, kept.sealedPayload]) {
    expect(sealed).not.toBeNull();
    expect(Buffer.from(sealed ?? []).toString("latin1")).not.toContain("token=");
  }
  clock.advance(60_000);
  await drainOutbox(clock);
  expect(await read()).toMatchObject({ status: "delivered", ...FORGOTTEN });
});

test("the link of an email that the provider rejects is forgotten", async () => {
  const { read, clock } = await queueLink();
  const body = { name: "validation_error", message: "no" };
  live.twin.answerNext({ status: 422, body });
  await drainOutbox(clock);
  expect(await read()).toMatchObject({ status: "failed", ...FORGOTTEN });
});

test("the link of an email that may have arrived is forgotten with its last attempt", async () => {
  const { read, clock } = await queueLink();
  live.twin.answerNext({ status: 500 });
  await drainOutbox(clock);
  clock.advance(DAY_MS);
  await drainOutbox(clock);
  expect(await read()).toMatchObject({ status: "uncertain", ...FORGOTTEN });
});

test("the link of an email that's canceled is forgotten", async () => {
  const { workspace, read, clock } = await queueLink();
  const where = { id: workspace.id };
  await db().workspace.update({ where, data: { deletedAt: START } });
  await drainOutbox(clock);
  expect(await read()).toMatchObject({ status: "cancelled", ...FORGOTTEN });
});

test("a captured email keeps its link in the test inbox alone", async () => {
  changeSettings({ email: { ...settings().email, mode: "capture" } });
  const { workspace, read, clock } = await queueLink();
  await drainOutbox(clock);
  expect(await read()).toMatchObject({ status: "delivered", ...FORGOTTEN });
  expect(await db().capturedEmail.count({ where: { workspaceId: workspace.id } })).toBe(1);
});
