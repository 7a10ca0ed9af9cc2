import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, inject, test } from "vitest";
import { Owner } from "#tests/support/factories/owner";
import { sendMessage } from "#tests/support/factories/service-requests";

const { baseUrl, monitorPort } = inject("mount");

const MESSAGES = 100;
const MAX_DELAY_MS = 100;
const ROUNDS = 3;
const TIME_LIMIT_MS = 300_000;

/** 240 KB of text, near the most that a submission can have. */
const FIELDS = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [`field ${n}`, "word ".repeat(3_999)]),
);

let headers: Record<string, string>;
let formId: string;

/** The longest hold of the service's event loop since the last call. */
async function readDelayMs(): Promise<number> {
  return Number(await text(connect(monitorPort, "127.0.0.1")));
}

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
    let delayMs = Number.POSITIVE_INFINITY;
    // Other processes hold it up too, but not in each round.
    for (let round = 0; round < ROUNDS && delayMs >= MAX_DELAY_MS; round += 1) {
      await readDelayMs();
      const sizes = await Promise.all(Array.from({ length: count }, () => read(path)));
      for (const size of sizes) expect(size).toBeGreaterThan(minBytes);
      delayMs = await readDelayMs();
      console.log(`${path}: ${count} together held up the event loop for ${delayMs.toFixed()} ms`);
    }
    expect(delayMs).toBeLessThan(MAX_DELAY_MS);
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
    const webhook = await post("", { url: "https://hooks.example.com/form", enabled: true });
    expect(webhook.status).toBe(201);
    await readDelayMs();
    const now = Date.now();
    const replay = await post("/replay", { from: now - 3_600_000, to: now, status: "all" });
    expect(await replay.json()).toEqual({ data: { queued: MESSAGES } });
    await read(`/v1/forms/${formId}/webhook/deliveries?limit=50`);
    const delayMs = await readDelayMs();
    console.log(`replay: held up the event loop for ${delayMs.toFixed()} ms`);
    expect(delayMs).toBeLessThan(MAX_DELAY_MS);
  },
  TIME_LIMIT_MS,
);
