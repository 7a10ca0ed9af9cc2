import { expect, test } from "vitest";
import { transaction } from "#lib/adapters/db/database";
import { readSpamFigures, readWatchReport } from "#lib/domain/spam/figures";
import { queueWeeklySummaries, setWeeklySummary } from "#lib/domain/spam/weekly-summary";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { queuedEmails } from "#tests/support/factories/queued-emails";

const GIBBERISH = { name: "xKqZtRvbWp", message: "QmTzRkLpWvXbYh zQxVwJkHtB" };
const GOOD = { name: "Ada Lovelace", message: "Do you open on Sunday?" };

async function setUp() {
  const { workspace, form, ctx } = await createOwnForm();
  const send = async (json: Record<string, unknown>) =>
    acceptedId(await postVisit(form.publicKey, { json }));
  return { workspace, form, ctx, send };
}

test("the figures count what was caught, missed, and wrong, by week and by sign", async () => {
  const { form, ctx, send } = await setUp();
  const [, wrong, missed] = [await send(GIBBERISH), await send(GIBBERISH), await send(GOOD)];
  await send(GOOD);
  await updateSubmissions(ctx, [wrong], { suspected: false });
  await updateSubmissions(ctx, [missed], { folder: "spam" });
  const { weeks, signals } = await readSpamFigures(ctx);
  expect(weeks).toHaveLength(12);
  expect(weeks.at(-1)).toMatchObject({ caught: 2, missed: 1, wrong: 1 });
  expect(weeks.slice(0, -1).every(({ caught, missed }) => caught + missed === 0)).toBe(true);
  expect(signals).toEqual([{ code: "gibberish", found: 2, wrong: 1 }]);
  expect(await readWatchReport(ctx, form.id)).toMatchObject({ movable: 2, disagreed: 1 });
  const other = await setUp();
  expect((await readSpamFigures(other.ctx)).signals).toEqual([]);
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);
const summarizeAt = (now: Date) => transaction((tx) => queueWeeklySummaries(tx, now, 1_000));

test("a member who wants it gets an email once a week about what is in spam, and none about a week without", async () => {
  const { workspace, ctx, send } = await setUp();
  const id = await send({ ...GOOD, name: "Visit evil.example.com now" });
  await updateSubmissions(ctx, [id], { folder: "spam" });
  await summarizeAt(inDays(0));
  expect(await queuedEmails(workspace), "no one asked").toEqual([]);
  await setWeeklySummary(ctx, true);
  for (const days of [0.1, 0.5, 3, 6.5]) await summarizeAt(inDays(days));
  expect(await queuedEmails(workspace)).toMatchObject([
    {
      to: workspace.user.email,
      data: { purpose: "spam_summary", spam: 1, link: expect.stringMatching(/folder=spam$/) },
    },
  ]);
  for (const days of [7.2, 14.5]) await summarizeAt(inDays(days));
  expect(await queuedEmails(workspace)).toHaveLength(1);
  await setWeeklySummary(ctx, false);
  await send(GOOD);
  await summarizeAt(inDays(30));
  expect(await queuedEmails(workspace)).toHaveLength(1);
});
