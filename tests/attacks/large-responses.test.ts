import { beforeAll, expect, inject, test } from "vitest";
import { Owner } from "#tests/support/factories/owner";
import { sendMessage } from "#tests/support/factories/service-requests";
import { measureJsonMs, readDelayMs } from "#tests/support/setup/event-loop";

const { baseUrl, monitorPort } = inject("mount");

const MESSAGES = 100;
/** The loop may be held up for as long as one such text at once takes, however many are read together. */
const MAX_MEGABYTES_AT_ONCE = 24;
const ROUNDS = 3;
const TIME_LIMIT_MS = 300_000;

/** 240 KB of text, near the most that a submission can have. */
const FIELDS = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [`field ${n}`, "word ".repeat(3_999)]),
);

let headers: Record<string, string>;
let formId: string;

/** Reads a response to its end. @returns its size in bytes */
async function read(path: string): Promise<number> {
  const response = await fetch(`${baseUrl}${path}`, { headers });
  expect(response.status).toBe(200);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength;
  return bytes;
}

beforeAll(async () => {
  const owner = await Owner.signUp(baseUrl);
  const { id: recipientId } = await owner.addVerifiedRecipient();
  const form = await owner.createForm("Large", { recipientIds: [recipientId] });
  formId = form.id;
  const { token } = await owner.createToken("Reader");
  headers = { authorization: `Bearer ${token}` };
  for (let n = 0; n < MESSAGES; n += 10)
    await Promise.all(Array.from({ length: 10 }, () => sendMessage(baseUrl, form, FIELDS)));
}, TIME_LIMIT_MS);

test.each([
  ["12 exports of 24 MB", 12, "/v1/submissions/export", 23_000_000],
  ["30 lists of 12 MB", 30, "/v1/submissions?limit=50&include=fields", 11_000_000],
])(
  "%s together don't hold up the event loop",
  async (_, count, path, minBytes) => {
    let [delayMs, limitMs] = [1, 0];
    // Other processes hold it up too, but not in each round.
    for (let round = 0; round < ROUNDS && delayMs >= limitMs; round += 1) {
      await readDelayMs(monitorPort);
      const sizes = await Promise.all(Array.from({ length: count }, () => read(path)));
      for (const size of sizes) expect(size).toBeGreaterThan(minBytes);
      delayMs = await readDelayMs(monitorPort);
      limitMs = measureJsonMs(MAX_MEGABYTES_AT_ONCE);
      console.log(`${path}: ${count} together held up the event loop for ${delayMs.toFixed()} ms`);
    }
    expect(delayMs).toBeLessThan(limitMs);
  },
  TIME_LIMIT_MS,
);

test(
  "neither does a replay of 24 MB of events, nor a list of them",
  async () => {
    const post = (path: string, body: object) =>
      fetch(`${baseUrl}/v1/forms/${formId}/webhook${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await post("", { url: "https://hooks.example.com/form", enabled: true });
    await readDelayMs(monitorPort);
    const now = Date.now();
    const replay = await post("/replay", { from: now - 3_600_000, to: now, status: "all" });
    expect(await replay.json()).toEqual({ data: { queued: MESSAGES } });
    await read(`/v1/forms/${formId}/webhook/deliveries?limit=50`);
    const delayMs = await readDelayMs(monitorPort);
    console.log(`replay: held up the event loop for ${delayMs.toFixed()} ms`);
    expect(delayMs).toBeLessThan(measureJsonMs(MAX_MEGABYTES_AT_ONCE));
  },
  TIME_LIMIT_MS,
);
