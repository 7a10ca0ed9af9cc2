import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { listActions, listAddresses } from "#tests/support/contract/app-sources";
import { Owner } from "#tests/support/factories/owner";
import { residentBytes } from "#tests/support/setup/resident-memory";

const { baseUrl, pid } = inject("mount");

const CHUNK = Buffer.alloc(64 * 1024, 0x61);
const CHUNKS = 192;
const BODY_BYTES = CHUNKS * CHUNK.byteLength;
const AT_ONCE = 20;
const TIME_LIMIT_MS = 300_000;
/** Two thirds of the concurrent bodies: discarded chunks wait for garbage collection. */
const MAX_GROWTH_BYTES = AT_ONCE * BODY_BYTES * (2 / 3);

type Headers = Record<string, string>;
type Target = { what: string; path: string; headers: Headers };

/** Sends a 12 MiB body until a response arrives; returns its status. */
function sendTooMuch({ path, headers }: Target, isDeclared: boolean): Promise<number | string> {
  return new Promise((resolve) => {
    const call = request(`${baseUrl}${path}`, {
      method: "POST",
      headers: { ...headers, ...(isDeclared ? { "content-length": BODY_BYTES } : {}) },
      // Keep-alive, like browsers: with `close`, the connection would end with the response.
      agent: new Agent({ keepAlive: true }),
    });
    call.once("response", (response) => {
      response.resume();
      response.once("close", () => call.destroy());
      resolve(response.statusCode ?? 0);
    });
    call.once("error", (error) => resolve(error.message));
    let sent = 0;
    const send = () => {
      while (sent < CHUNKS && !call.destroyed) {
        sent += 1;
        if (!call.write(CHUNK)) return;
      }
      if (sent === CHUNKS) call.end();
    };
    call.on("drain", send);
    send();
  });
}

/** Everything that can read a body, with the headers required to get that far. */
async function listTargets(): Promise<Target[]> {
  const owner = await Owner.signUp(baseUrl);
  const form = await owner.createForm("Contact");
  const ids = { "[formId]": form.id, "[publicKey]": form.publicKey };
  const { token } = await owner.createToken("Bodies");
  const cookie = `${owner.cookie.name}=${owner.cookie.value}`;
  const asOwner = { cookie, origin: baseUrl };
  const json = { "content-type": "application/json" };
  const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
  const multipart = { "content-type": "multipart/form-data; boundary=aaaa" };
  const headersOf = (path: string): Headers[] => {
    if (path.startsWith("/v1")) return [{ ...json, authorization: `Bearer ${token}` }];
    if (path.startsWith("/f/")) return [json, urlencoded, multipart];
    return [json, urlencoded, multipart].map((type) => ({ ...type, ...asOwner }));
  };
  const addresses = listAddresses(ids);
  const actions = await listActions(ids);
  expect(addresses.length).toBeGreaterThan(80);
  expect(actions.length).toBeGreaterThan(40);
  return [
    ...addresses.flatMap((path) =>
      headersOf(path).map((headers) => ({ what: headers["content-type"] ?? "", path, headers })),
    ),
    ...actions.flatMap(({ id, name, path }) =>
      [{ "content-type": "text/plain;charset=UTF-8" }, multipart].map((type) => ({
        what: `${name}, ${type["content-type"]}`,
        path,
        headers: { ...type, ...asOwner, "next-action": id },
      })),
    ),
  ];
}

describe("a 12 MiB body to any URL", () => {
  let targets: Target[];

  beforeAll(async () => {
    targets = await listTargets();
    // Loads all code first, so that it isn't counted as memory for bodies.
    for (const path of listAddresses()) await fetch(baseUrl + path);
  }, TIME_LIMIT_MS);

  test.each([
    ["declared", true],
    ["chunked", false],
  ])(
    "is rejected with 4xx and never held in memory (%s)",
    async (_, isDeclared) => {
      const before = residentBytes(pid);
      let peak = before;
      let isDone = false;
      const watching = (async () => {
        while (!isDone) {
          peak = Math.max(peak, residentBytes(pid));
          await sleep(20);
        }
      })();
      const unexpected: string[] = [];
      const waiting = [...targets];
      const sendNext = async () => {
        for (let target = waiting.pop(); target; target = waiting.pop()) {
          const status = await sendTooMuch(target, isDeclared);
          const isExpected = typeof status === "number" && status >= 400 && status < 500;
          if (!isExpected && status !== 503)
            unexpected.push(`${target.path} (${target.what}): ${status}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
      isDone = true;
      await watching;
      expect(unexpected).toEqual([]);
      expect(peak - before).toBeLessThan(MAX_GROWTH_BYTES);
      expect((await fetch(`${baseUrl}/api/health`)).status).toBe(200);
    },
    TIME_LIMIT_MS,
  );
});
