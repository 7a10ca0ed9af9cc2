import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { spamUrl } from "#lib/domain/emails/spam-link";
import { markNotSpam } from "#lib/domain/submissions/mark-not-spam";
import { markSpamPage } from "#lib/entry/visitor-pages/link-pages";
import { openLinkPage } from "#tests/support/contract/link-page";
import { createOwnForm, createVerifiedRecipient } from "#tests/support/factories/factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";

const DAY_MS = 86_400_000;

async function setUp({ receivedAt = new Date(), name = "Contact" } = {}) {
  const { workspace, recipient, form } = await createOwnForm({ name });
  const submission = await createSubmission(workspace, form, { receivedAt });
  const queued = await createDelivery(workspace, submission, { recipientId: recipient.id });
  const url = spamUrl(await installationKey(), {
    workspaceId: workspace.id,
    submissionId: submission.id,
    recipientId: recipient.id,
  });
  const read = () =>
    db().submission.findFirstOrThrow({
      where: { id: submission.id },
      select: { folder: true, spamReason: true },
    });
  return { workspace, recipient, submission, queued, url, read };
}

const { show, press } = openLinkPage(markSpamPage);

test("the link shows one button and changes nothing", async () => {
  const { url, read } = await setUp();
  const page = await show(url);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('<form class="single" method="post" action="/mark-spam">');
  expect(text.match(/<button/g)).toHaveLength(1);
  expect(page.headers.get("content-security-policy")).not.toContain("script-src");
  expect((await read()).folder).toBe("inbox");
});

test("its button moves the message to spam as by hand, once, and cancels queued deliveries", async () => {
  const { url, read, queued } = await setUp();
  for (const answer of [await press(url), await press(url), await show(url)]) {
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Marked as spam");
  }
  expect(await read()).toEqual({ folder: "spam", spamReason: "manual" });
  const { status } = await db().delivery.findFirstOrThrow({ where: { id: queued.id } });
  expect(status).toBe("cancelled");
});

test("it acts once for all its links: moved back, the message stays, and the page says so; the log says who", async () => {
  const { workspace, recipient, submission, url, read } = await setUp();
  const presses = await Promise.all([press(url), press(url), press(url)]);
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200]);
  await markNotSpam(workspace.ctx, submission.id, { folder: "inbox", email: false, event: false });
  const other = await createVerifiedRecipient(workspace);
  const ids = { workspaceId: workspace.id, submissionId: submission.id };
  const further = spamUrl(await installationKey(), { ...ids, recipientId: other.id });
  for (const answer of [await press(url), await show(url), await press(further)]) {
    expect(answer.status).toBe(410);
    const text = await answer.text();
    expect(text).toContain("moved this message back");
    expect(text).not.toContain("<button");
  }
  expect((await read()).folder).toBe("inbox");
  const where = { workspaceId: workspace.id, action: "submissions.marked_spam" };
  expect(await db().auditEntry.findMany({ where })).toMatchObject([
    { actorKind: "visitor", subjectId: recipient.id, details: { submissionId: submission.id } },
  ]);
});

test("a changed token does nothing", async () => {
  const { url, read } = await setUp();
  const other = await setUp();
  const [mine, theirs] = [url, other.url].map(
    (one) => new URL(one).searchParams.get("token") ?? "",
  );
  // The message of one link with the signature of the other.
  const mixed = Buffer.concat([
    Buffer.from(mine ?? "", "base64url").subarray(0, 48),
    Buffer.from(theirs ?? "", "base64url").subarray(48),
  ]).toString("base64url");
  for (const token of ["", "unknown", mixed, `${mine}=`])
    expect((await press(url.replace(/token=.*/, `token=${token}`))).status).toBe(404);
  expect((await read()).folder).toBe("inbox");
});

test("the link ends with the recipient, the message, and after 30 days", async () => {
  const removed = await setUp();
  await db().recipient.deleteMany({ where: { id: removed.recipient.id } });
  const deleted = await setUp();
  await db().submission.deleteMany({ where: { id: deleted.submission.id } });
  const old = await setUp({ receivedAt: new Date(Date.now() - 31 * DAY_MS) });
  for (const { url } of [removed, deleted, old])
    for (const answer of [await show(url), await press(url)]) {
      expect(answer.status).toBe(410);
      expect(await answer.text()).toContain("no longer works");
    }
  expect((await removed.read()).folder).toBe("inbox");
  expect((await old.read()).folder).toBe("inbox");
});

test("a form's name is text on the page", async () => {
  const { url } = await setUp({ name: "</title><script>alert(1)</script>" });
  expect(await (await show(url)).text()).not.toContain("<script");
});
