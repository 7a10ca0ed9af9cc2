import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { getUsage } from "#lib/domain/usage/get-usage";
import { createOwnForm } from "#tests/support/factories/factories";
import { maintain } from "#tests/support/factories/maintain";
import { createAttachment, createSubmission } from "#tests/support/factories/message-factories";
import { startS3Twin, TEST_BUCKET } from "#tests/support/twins/s3-twin";

const NOW = new Date("2026-11-21T10:00:00Z");

let twin: Awaited<ReturnType<typeof startS3Twin>>;

beforeAll(async () => {
  twin = await startS3Twin(TEST_BUCKET);
  Object.assign(process.env, {
    S3_ENDPOINT: twin.endpoint,
    S3_BUCKET: TEST_BUCKET.bucket,
    S3_REGION: TEST_BUCKET.region,
    S3_ACCESS_KEY_ID: TEST_BUCKET.accessKeyId,
    S3_SECRET_ACCESS_KEY: TEST_BUCKET.secretAccessKey,
  });
});
afterAll(() => twin.stop());

it("counts objects that storage fails to delete until the next run deletes them", async () => {
  const { workspace, form } = await createOwnForm();
  const submission = await createSubmission(workspace, form);
  for (let count = 0; count < 20; count++) await createAttachment(workspace, submission);
  await deleteSubmission(workspace.ctx, submission.id);
  const { storageBytes } = await getUsage(workspace.ctx);
  expect(storageBytes).toBeGreaterThan(0);

  twin.failNext(403, 8);
  const away = await maintain(NOW);
  expect(away).toMatchObject({ objects: 0, failures: 0 });
  expect(twin.objects.size).toBe(20);
  expect((await getUsage(workspace.ctx)).storageBytes).toBe(storageBytes);

  expect(await maintain(NOW)).toMatchObject({ objects: 20 });
  expect(twin.objects.size).toBe(0);
  expect(await db().storedObject.count({ where: { workspaceId: workspace.id } })).toBe(0);
  expect((await getUsage(workspace.ctx)).storageBytes).toBe(0);
});
