import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { registerDrainTrigger, triggerDrain } from "#lib/domain/deliveries/drain-trigger";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { callAccount, callApi } from "#tests/support/contract/api";
import { postVisit, submitTo } from "#tests/support/contract/intake";
import { signedIn } from "#tests/support/factories/account-factories";
import { addDestination } from "#tests/support/factories/destination-factories";
import { createForm, createToken, createWorkspace } from "#tests/support/factories/factories";
import { serveHttp } from "#tests/support/twins/listen";
import { setUpServices } from "#tests/support/twins/service-receiver";

const services = await setUpServices();

const POSTS = 60;
/** Timers may be a little early, the server's clock isn't this process's, and a busy process notes a call late. */
const LEAST_GAP_MS = 500;

/** The times at which a drain was called for, by this process's clock. */
let startedAt: number[] = [];
let status = 200;
const app = await serveHttp(async (request, response) => {
  startedAt.push(performance.now());
  const isOwn =
    request.url === "/api/cron/outbox" &&
    request.headers.authorization === `Bearer ${process.env.CRON_SECRET}`;
  const counts = isOwn && status === 200 ? await drainOutbox() : null;
  response.writeHead(isOwn ? status : 404).end(JSON.stringify(counts));
});
process.env.BASE_URL = app.url;
registerDrainTrigger(null);
afterAll(app.stop);

/** Ends the second in which no other drain is called for. */
const endGap = () => db().installation.updateMany({ data: { nextDrainAt: null } });

beforeEach(async () => {
  startedAt = [];
  status = 200;
  await installationKey();
  await endGap();
});

test("many posts without a timer cause a drain a second, and every email leaves", async () => {
  const workspace = await createWorkspace({ plan: "scale" });
  const { publicKey } = await createForm(workspace);
  const postedAt = performance.now();
  // Each call returns when its deferred work is done, as a serverless function does.
  const posts = Array.from({ length: POSTS }, (_, n) =>
    postVisit(publicKey, { json: { message: `Message ${n}` } }),
  );
  const responses = await Promise.all(posts);
  const seconds = (performance.now() - postedAt) / 1000;
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(startedAt.length).toBeGreaterThan(0);
  expect(startedAt.length).toBeLessThanOrEqual(2 + Math.ceil(seconds));
  const gaps = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0));
  expect(gaps.every((gap) => gap >= LEAST_GAP_MS)).toBe(true);
  const where = { workspaceId: workspace.id, status: "delivered" };
  expect(await db().delivery.count({ where })).toBe(POSTS);
});

test("a change and a deletion, by the API or in the inbox, send their events right after the response", async () => {
  const workspace = await createWorkspace();
  const jar = await signedIn(workspace);
  const token = await createToken(workspace, { scopes: ["submissions:write"] });
  const form = await createForm(workspace);
  const events = ["submission.created", "submission.updated", "submission.deleted"];
  await addDestination(workspace, form, { kind: "webhook", events });
  const submit = () => submitTo(form, { name: "Ada" });
  const id = await submit();
  await endGap();
  const other = await submit();
  const address = `/v1/submissions/${id}`;
  const bulk = { ids: [other], folder: "archive" };
  for (const call of [
    () => callApi("PATCH", address, { token, body: { read: true } }),
    () => callApi("PATCH", "/v1/submissions", { token, body: bulk }),
    () => callApi("DELETE", address, { token }),
    () => callAccount("POST", "/api/account/submissions/delete", { jar, body: { ids: [other] } }),
  ]) {
    await endGap();
    await call();
  }
  const types = services.received.map(({ body }) => JSON.parse(body).type);
  expect(types).toEqual(events.flatMap((type) => [type, type]));
});

test("a trigger during a drain leads to another one, which begins after it", async () => {
  await triggerDrain();
  const triggeredAt = performance.now();
  await Promise.all([triggerDrain(), triggerDrain(), triggerDrain()]);
  expect(startedAt).toHaveLength(2);
  expect(startedAt[1]).toBeGreaterThan(triggeredAt);
});

test("a drain that can't be started doesn't fail its trigger, and the next one tries again", async () => {
  status = 500;
  await triggerDrain();
  status = 200;
  await triggerDrain();
  expect(startedAt).toHaveLength(2);
});
