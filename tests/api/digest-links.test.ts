import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { listNotificationChoices } from "#lib/domain/emails/digests/choices";
import { saveNotificationChoice } from "#lib/domain/emails/digests/save-choice";
import { stopDigestsUrl } from "#lib/domain/emails/digests/stop-digests";
import { stopDigestsPage } from "#lib/entry/visitor-pages/link-pages";
import { openLinkPage } from "#tests/support/contract/link-page";
import { createForm, createOwnForm, type Workspace } from "#tests/support/factories/factories";

const page = openLinkPage(stopDigestsPage);

async function setUp() {
  const { workspace, form } = await createOwnForm();
  const other = await createForm(workspace);
  const { id: userId } = workspace.user;
  const choose = (formId: string, frequency: "hourly" | "never") =>
    saveNotificationChoice({ ...workspace.ctx, now: new Date() }, formId, {
      memberId: userId,
      frequency,
      hour: null,
    });
  await choose(form.id, "hourly");
  await choose(other.id, "hourly");
  const digests = { workspaceId: workspace.id, userId, until: new Date() };
  const url = stopDigestsUrl(await installationKey(), digests);
  return { workspace, form, other, choose, url };
}

const frequencies = async ({ id: workspaceId }: Workspace) =>
  (await db().notificationChoice.findMany({ where: { workspaceId } })).map((one) => one.frequency);

test("the link of a digest shows one button and changes nothing until it's pressed", async () => {
  const { workspace, url } = await setUp();
  const text = await (await page.show(url)).text();
  expect(text).toContain("Stop your digests?");
  expect(text.match(/<button/g)).toHaveLength(1);
  expect(await frequencies(workspace)).toEqual(["hourly", "hourly"]);
  expect(await (await page.press(url)).text()).toContain("Your digests are off");
  expect(await frequencies(workspace)).toEqual(["never", "never"]);
});

test("it acts once: who asks for digests again keeps them", async () => {
  const { workspace, form, choose, url } = await setUp();
  await page.press(url);
  await choose(form.id, "hourly");
  expect(await (await page.press(url)).text()).toContain("Your digests are off");
  const [own] = await listNotificationChoices(workspace.ctx, form.id);
  expect(own).toMatchObject({ frequency: "hourly" });
});

test("an email program unsubscribes with one request (RFC 8058)", async () => {
  const { workspace, url } = await setUp();
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await page.post(url, body)).status).toBe(200);
  expect(await frequencies(workspace)).toEqual(["never", "never"]);
});

test("a changed token does nothing", async () => {
  const { workspace, url } = await setUp();
  for (const wrong of [
    `${url}A`,
    url.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    url.split("?")[0],
  ])
    expect((await page.press(wrong ?? "")).status).toBe(404);
  expect(await frequencies(workspace)).toEqual(["hourly", "hourly"]);
});
