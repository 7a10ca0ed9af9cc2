import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, inject, test } from "vitest";
import { listActions, listAddresses, listEndpoints } from "#tests/support/contract/app-sources";
import { sendTooMuch, type Target } from "#tests/support/contract/oversized-body";
import { Owner } from "#tests/support/factories/owner";
import { measureJsonMs, readDelayMs } from "#tests/support/setup/event-loop";
import { residentBytes } from "#tests/support/setup/resident-memory";

const { baseUrl, pid, monitorPort } = inject("mount");

const AT_ONCE = 20;
const MAX_GROWTH_BYTES = 228_000_000;
/** The loop may be held up for as long as so much JSON at once takes. */
const MAX_MEGABYTES_AT_ONCE = 48;
const TIME_LIMIT_MS = 120_000;

const TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=aaaa",
];

/** Everything that can read a body, with the headers required to get that far. */
async function listTargets(): Promise<Target[]> {
  const owner = await Owner.signUp(baseUrl);
  const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
  const ids = { "[formId]": form.id, "[publicKey]": form.publicKey };
  const { token } = await owner.createToken("Bodies");
  const asOwner = { cookie: `${owner.cookie.name}=${owner.cookie.value}`, origin: baseUrl };
  const asClient = { authorization: `Bearer ${token}` };
  const addresses = listAddresses(ids).map((path) => ({ method: "POST", path }));
  const actions = await listActions(ids);
  expect(addresses.length).toBeGreaterThan(80);
  expect(actions.length).toBeGreaterThan(40);
  const unknown = ["/nope", "/f", "/f/", "/v1", "/api", "/mcp/x", "/_next/image", "/robots.txt"];
  const routes = [
    ...addresses,
    ...unknown.map((path) => ({ method: "POST", path })),
    ...listEndpoints(ids).filter(({ method }) => method !== "GET"),
  ];
  const callerOf = (path: string) => {
    if (path.startsWith("/f/")) return {};
    return /^\/(v1|mcp)(\/|$)/.test(path) ? asClient : asOwner;
  };
  return [
    ...routes.flatMap(({ method, path }) =>
      TYPES.map((type) => ({
        method,
        path,
        headers: { "content-type": type, ...callerOf(path) },
      })),
    ),
    ...actions.flatMap(({ id, path }) =>
      ["text/plain;charset=UTF-8", ...TYPES].map((type) => ({
        method: "POST",
        path,
        headers: { "content-type": type, "next-action": id, ...asOwner },
      })),
    ),
  ];
}

/** The most that a process took while `work` ran, in bytes. */
async function peakDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  let peak = 0;
  while (!isDone) {
    peak = Math.max(peak, residentBytes(pid));
    await Promise.race([end, sleep(20)]);
  }
  await end;
  return peak;
}

let targets: Target[];

beforeAll(async () => {
  targets = await listTargets();
  // Loads all code first, so that it isn't counted as memory for bodies.
  for (const path of listAddresses()) await (await fetch(baseUrl + path)).arrayBuffer();
  for (const { method, path, headers } of targets)
    await (
      await fetch(baseUrl + path, { method, headers, body: "x", redirect: "manual" })
    ).arrayBuffer();
}, TIME_LIMIT_MS);

/** Sends every target too much, declared and chunked; returns what got an unexpected response. */
async function sendAll(): Promise<string[]> {
  const unexpected: string[] = [];
  const waiting = [true, false].flatMap((isDeclared) =>
    targets.map((target) => ({ target, isDeclared })),
  );
  const sendNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const status = await sendTooMuch(baseUrl, next.target, next.isDeclared);
      const isExpected = typeof status === "number" && status >= 400 && status < 500;
      if (!isExpected && status !== 503) unexpected.push(`${JSON.stringify(next)}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  return unexpected;
}

test("12 MiB to every route and action of the source are rejected, in under 228 MB and never hold up the event loop for long", {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const before = residentBytes(pid);
  await readDelayMs(monitorPort);
  const sending = sendAll();
  const growth = (await peakDuring(sending)) - before;
  const delayMs = await readDelayMs(monitorPort);
  expect(await sending).toEqual([]);
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
  expect(delayMs).toBeLessThan(measureJsonMs(MAX_MEGABYTES_AT_ONCE));
  expect((await fetch(`${baseUrl}/api/health`)).status).toBe(200);
});
