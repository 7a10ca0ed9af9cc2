import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Form } from "#lib/domain/forms/schema";
import { startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { sendVisit } from "#tests/support/drills/drill-visitors";
import { noteFigures } from "#tests/support/drills/figures";
import { Owner } from "#tests/support/factories/owner";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";
import { TEST_SETTINGS } from "#tests/support/setup/test-settings";

const UPLOADS = 12;
const UPLOAD_PIECES = 20;
const PIECE_MS = 200;
const PIECE = Buffer.alloc(10_000, "x");
const FAST_EACH = 150;
const POLL_MS = 50;
const END_LIMIT_MS = 30_000;

const Page = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
  nextCursor: z.string().nullable(),
  resumeCursor: z.string().nullable(),
});

/** Sends a file over four seconds. Null if the connection broke before the response. */
function uploadSlowly(baseUrl: string, form: Form, visitor: string): Promise<number | null> {
  const head = `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${visitor}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
  const end = "\r\n--b--\r\n";
  return new Promise((resolve) => {
    const call = request(
      `${baseUrl}/f/${form.publicKey}`,
      {
        method: "POST",
        headers: {
          "content-type": "multipart/form-data; boundary=b",
          "content-length": head.length + UPLOAD_PIECES * PIECE.length + end.length,
          "idempotency-key": visitor,
        },
      },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
        response.on("error", () => resolve(null));
      },
    );
    call.on("error", () => resolve(null));
    const write = async () => {
      call.write(head);
      for (let piece = 0; piece < UPLOAD_PIECES && !call.destroyed; piece += 1) {
        call.write(PIECE);
        await pause(PIECE_MS);
      }
      call.end(end);
    };
    void write();
  });
}

/** Prints each submission as the guide's poller does, until `isOver` and nothing new has come for a while. */
async function poll(owner: Owner, isOver: () => boolean): Promise<string[]> {
  const printed: string[] = [];
  let cursor: string | null = null;
  let quietSince = performance.now();
  while (!isOver() || performance.now() - quietSince < END_LIMIT_MS / 5) {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/submissions?folder=all&order=asc&limit=20${after}`;
    const page = Page.parse(await (await owner.api("GET", path, 200)).json());
    printed.push(...page.data.map(({ name }) => name ?? "no name"));
    cursor = page.resumeCursor;
    if (page.data.length > 0) quietSince = performance.now();
    else await pause(POLL_MS);
  }
  return printed;
}

test("a poller sees each submission exactly once, beside slow uploads on two nodes, one of which is killed", {
  timeout: 240_000,
}, async ({ task, onTestFinished }) => {
  const databaseDir = await makeDataDir();
  const database = await startEmbeddedDatabase({ dataDir: databaseDir, log: () => undefined });
  const env = { ...TEST_SETTINGS, DATABASE_URL: database.url, DEFAULT_PLAN: "scale" };
  const folders = [databaseDir];
  const services: TestService[] = [];
  const startNode = async () => {
    const dataDir = await makeDataDir();
    folders.push(dataDir);
    const service = await startServer({ dataDir, env });
    services.push(service);
    return service;
  };
  onTestFinished(async () => {
    for (const service of services) await service.stop();
    await database.stop();
    for (const folder of folders) await removeDataDir(folder);
  }, 60_000);
  const first = await startNode();
  const second = await startNode();
  const owner = await Owner.signUp(first.baseUrl);
  const form = await owner.createForm("Contact", {
    settings: { uploads: { enabled: true, retentionDays: 1 } },
  });

  let isOver = false;
  const polling = poll(owner, () => isOver);
  const nodes = [first, second];
  const uploads = Array.from({ length: UPLOADS }, (_, n) =>
    uploadSlowly(nodes[n % 2]?.baseUrl ?? "", form, `upload-${n}`),
  );
  const acknowledged: string[] = [];
  const sendFast = async ({ baseUrl }: TestService, name: string) => {
    for (let n = 0; n < FAST_EACH; n += 1)
      if (await sendVisit(baseUrl, form, `${name}-${n}`)) acknowledged.push(`${name}-${n}`);
  };
  const fast = [sendFast(first, "a"), sendFast(first, "b"), sendFast(second, "c")];
  // In the middle of the uploads and of the third visitor's messages.
  await pause((UPLOAD_PIECES * PIECE_MS) / 4);
  await second.kill();
  const statuses = await Promise.all(uploads);
  await Promise.all(fast);
  isOver = true;
  const printed = await polling;

  const stored = (await owner.listMessages()).map(({ name }) => name ?? "no name");
  noteFigures(task, {
    drill: "A poller",
    tried: `${UPLOADS} uploads of 4 s and ${3 * FAST_EACH} submissions on two nodes, one of which was killed`,
    came: `${acknowledged.length} submissions and ${statuses.filter((status) => status === 200).length} uploads acknowledged, ${stored.length} stored, ${printed.length} printed`,
  });
  expect(statuses).toContain(200);
  expect(statuses).toContain(null);
  expect(printed.toSorted()).toEqual(stored.toSorted());
  expect(new Set(printed).size).toBe(printed.length);
  expect(printed).toEqual(expect.arrayContaining(acknowledged));
});
