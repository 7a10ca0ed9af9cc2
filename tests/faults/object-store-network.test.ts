import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { createS3ObjectStore } from "#lib/adapters/files/object-store-s3";
import { singleton } from "#lib/core/singleton";
import type { Form } from "#lib/domain/forms/schema";
import { objectKey } from "#lib/domain/submissions/store";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import { acceptedId, postVisit, rejectionCode } from "#tests/support/contract/intake";
import { createForm, createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { countedFileBytes } from "#tests/support/factories/message-factories";
import { type Fault, startFaultProxy } from "#tests/support/twins/fault-proxy";
import { startS3Twin, TEST_BUCKET } from "#tests/support/twins/s3-twin";
import { createTestClock } from "#tests/support/twins/test-clock";

const VISITORS = 12;
const DEADLINE_MS = 300;
/** Longer than a write can be in progress. */
const LATER_MS = 2 * 3_600_000;

const FAULTS: Fault[] = [
  { kind: "latency", ms: 10 },
  { kind: "latency", ms: 2 * DEADLINE_MS },
  { kind: "reset" },
  { kind: "half-open" },
  { kind: "cut-request", afterBytes: 300 },
  { kind: "cut-request", afterBytes: 2000 },
  { kind: "cut-answer", afterBytes: 1 },
];

const twin = await startS3Twin(TEST_BUCKET);
const proxy = await startFaultProxy(Number(new URL(twin.endpoint).port));
const endpoint = `http://127.0.0.1:${proxy.port}`;
singleton("object-store", () => createS3ObjectStore({ endpoint, ...TEST_BUCKET }, DEADLINE_MS));

beforeEach(() => proxy.heal());
afterAll(async () => {
  await proxy.stop();
  await twin.stop();
});

/** Sends a submission with its own file. Returns its id, or null if the file couldn't be stored. */
async function send(form: Form, visitor: string): Promise<string | null> {
  const response = await postVisit(form.publicKey, {
    multipart: [
      { name: "name", content: visitor },
      { name: "paper", filename: "notes.txt", content: `${visitor}\n`.repeat(200) },
    ],
    headers: { accept: "application/json", "idempotency-key": visitor },
  });
  if (response.status === 200) return acceptedId(response);
  expect(await rejectionCode(response)).toBe("storage_unavailable");
  return null;
}

/** One workspace's files in the store, in the rows and in the counts. */
async function readStorage(workspace: Workspace) {
  const rows = await db().storedObject.findMany({ where: { workspaceId: workspace.id } });
  const lying = [...twin.objects].filter(([key]) => key.startsWith(workspace.id));
  return {
    keys: lying.map(([key]) => key).sort(),
    rows: rows.map(({ id }) => objectKey(workspace.id, id)).sort(),
    bytes: lying.reduce((sum, [, { body }]) => sum + body.byteLength, 0),
    counted: await countedFileBytes(workspace.id),
    statuses: [...new Set(rows.map(({ status }) => status))],
  };
}

describe.each(FAULTS)("an object store behind a network with %o", (fault) => {
  it("keeps only the files of acknowledged submissions", async () => {
    const workspace = await createWorkspace();
    const uploads = { enabled: true, retentionDays: 30 };
    const form = await createForm(workspace, { settings: { uploads } });
    const clock = createTestClock(new Date());
    const ids = [await send(form, "visitor-0")];
    proxy.fail(fault);
    const visitors = Array.from({ length: VISITORS - 1 }, (_, n) => `visitor-${n + 1}`);
    ids.push(...(await Promise.all(visitors.map((visitor) => send(form, visitor)))));
    // The worst moment for maintenance: abandoned writes may still be in progress.
    proxy.heal();
    await runMaintenance(clock);
    await proxy.delivered();

    const acknowledged = ids.filter((id) => id !== null);
    const stored = await db().submission.findMany({
      where: { formId: form.id },
      include: { attachments: { include: { object: true } } },
    });
    expect(stored.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
    for (const { attachments } of stored)
      expect(attachments).toMatchObject([{ object: { status: "stored" } }]);

    for (const [index, id] of ids.entries())
      if (id === null) expect(await send(form, `visitor-${index}`)).not.toBeNull();
    clock.advance(LATER_MS);
    await runMaintenance(clock);
    const { keys, rows, bytes, counted, statuses } = await readStorage(workspace);
    expect(keys).toHaveLength(VISITORS);
    expect(rows).toEqual(keys);
    expect(statuses).toEqual(["stored"]);
    expect(counted).toBe(bytes);
  });
});
