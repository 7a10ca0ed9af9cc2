import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { VERIFICATION_CODE } from "#lib/domain/endpoints/verification-code";
import { findFreePort, isPortFree } from "#server/start/free-port";
import { openInbox, openMessage } from "#tests/e2e/support/inbox";
import { tabTo } from "#tests/e2e/support/keys";
import { expect, test } from "#tests/e2e/support/test";
import {
  awaitDelivery,
  listDeliveries,
  readWebhook,
  saveWebhook,
} from "#tests/support/factories/owner-forms";
import { eventually, sendMessage } from "#tests/support/factories/service-requests";
import { answer, hang, type Reply } from "#tests/support/twins/receiver";

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const path = (formId: string) => `/forms/${formId}/integrations/webhook`;
const row = (page: Page, event: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: event });

test("rotating a secret counts the losses, shows the new one once, and ends the old one", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  const { signingSecret, revision } = await saveWebhook(owner, form.id, receiver.url);
  receiver.reply(answer(500));
  await sendMessage(owner.baseUrl, form, { message: "Waits" });
  await awaitDelivery(owner, form.id, "retrying");
  await page.goto(path(form.id));
  await page.getByText("Edit endpoint", { exact: true }).click();
  await page.getByRole("switch", { name: "Send events" }).click();
  await expect(page.getByText("Saving cancels 1 waiting event for")).toBeVisible();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("This cancels 1 waiting event.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByRole("heading", { name: "New signing secret" })).toBeFocused();
  const secret = (await page.getByText(SECRET).textContent()) ?? "";
  expect(secret).not.toBe(signingSecret);
  await page.getByLabel("I’ve stored the signing secret").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(row(page, "submission.created")).toContainText("Canceled");
  await expect(page.getByText(secret)).toHaveCount(0);
  expect((await readWebhook(owner, form.id))?.revision).not.toBe(revision);
});

test("a failed webhook test shows why and can be sent again after the countdown", async ({
  dashboard: page,
  connected: form,
  receiver,
}) => {
  receiver.reply(answer(500, '<script>window.hacked=1</script>{"error":"no database"}'));
  await page.goto(path(form.id));
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(row(page, "webhook.test")).toContainText(/^Failedstatus 500.*Test event.*\d+ ms/);
  await expect(
    page.getByRole("button", { name: /^Send test event available in \d+s$/ }),
  ).toBeVisible();
  await row(page, "webhook.test").getByRole("link").click();
  await expect(page.getByText("Rejected (500)")).toBeVisible();
  await expect(page.getByText("The endpoint responded with 500.")).toBeVisible();
  const body = page.getByRole("region", { name: "response to attempt 1" });
  await expect(body).toHaveText('<script>window.hacked=1</script>{"error":"no database"}');
  await expect(page.getByRole("region", { name: "payload" })).toContainText(
    '"type": "webhook.test"',
  );
  await expect(
    page.getByRole("button", { name: /^Retry event \S+ available in \d+s$/ }),
  ).toBeVisible();
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("a failed webhook delivery can be retried from the list with the same event ID", async ({
  dashboard: page,
  owner,
  connected: form,
  receiver,
}) => {
  receiver.reply(answer(410));
  await sendMessage(owner.baseUrl, form, { message: "Once" });
  const failed = await awaitDelivery(owner, form.id, "failed");
  receiver.reply(answer(204));
  await page.clock.install({ time: Date.now() });
  await page.goto(path(form.id));
  await expect(page.getByText("The webhook is suspended")).toBeVisible();
  await expect(row(page, "submission.created")).toContainText("The endpoint says that it’s gone");
  // The minute is over for the page, but the service still enforces it.
  await page.clock.fastForward(61_000);
  await row(page, "submission.created")
    .getByRole("button", { name: /^Retry/ })
    .click();
  await expect(page.getByText("Wait a minute after the last attempt")).toBeVisible();
  expect(receiver.received.map(({ id }) => id)).toEqual([failed.eventId]);
});

test("Not spam shows that a suspended webhook didn't get the event, which can then be retried", async ({
  dashboard: page,
  owner,
  connected: form,
  receiver,
}) => {
  receiver.reply(answer(410));
  await sendMessage(owner.baseUrl, form, { message: "Once" });
  await awaitDelivery(owner, form.id, "failed");
  const id = await sendMessage(owner.baseUrl, form, { name: "Ada", botcheck: "filled" });
  await openInbox(page, "/inbox?folder=spam");
  const message = await openMessage(page, "Ada");
  await expect(message.getByText(/The webhook is suspended: fix the endpoint/)).toBeVisible();
  await expect(message.getByRole("link", { name: "Open webhook" })).toBeVisible();
  await message.getByRole("button", { name: "Mark as not spam and send" }).click();
  await expect(
    page.getByText(
      "Marked as not spam. Sending the email now. The webhook is suspended, so its event wasn’t sent.",
    ),
  ).toBeVisible();
  await openInbox(page, `/inbox?message=${id}`);
  await expect(message.getByRole("button", { name: /^Retry event/ })).toBeVisible();
});

test("a delivery's row has the response status, the sender, and the duration, and its page ends with IDs", async ({
  dashboard: page,
  owner,
  connected: form,
}) => {
  await sendMessage(owner.baseUrl, form, { name: "Ada Lovelace", message: "Once" });
  const { id } = await awaitDelivery(owner, form.id, "delivered");
  await page.goto(path(form.id));
  await expect(row(page, "submission.created")).toContainText(
    /^Deliveredstatus 204.*Ada Lovelace\d+ ms/,
  );
  await page.goto(`${path(form.id)}/deliveries/${id}`);
  const titles = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(titles.last(), "IDs come last").toHaveText("IDs");
});

test("an edited endpoint stays open with its error, and by keyboard", async ({
  dashboard: page,
  connected: form,
}) => {
  await page.goto(path(form.id));
  const url = page.getByLabel("Endpoint URL");
  const edit = page.locator("summary", { hasText: "Edit endpoint" });
  await expect(edit).toBeVisible();
  await expect(url).toBeHidden();
  await edit.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(url).toBeFocused();
  await url.fill("http://example.com");
  await page.keyboard.press("Enter");
  await expect(url).toHaveAccessibleDescription(/Must be an HTTPS URL/);
  await page.reload();
  await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
  await expect(url).toHaveValue("http://example.com");
});

test("deleting a webhook shows how many deliveries are deleted with it", async ({
  dashboard: page,
  owner,
  connected: form,
  receiver,
}) => {
  for (const message of ["one", "two"]) await sendMessage(owner.baseUrl, form, { message });
  await receiver.receivedCount(2);
  await page.goto(path(form.id));
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("its signing secret, and 2 deliveries");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page).toHaveURL(`/forms/${form.id}/integrations`);
  await expect(page.getByRole("heading", { name: "Add an integration" })).toBeVisible();
  expect(await readWebhook(owner, form.id)).toBeNull();
});

async function statuses(page: Page): Promise<(string | null)[]> {
  const rows = await page.locator("[data-check]").all();
  return Promise.all(rows.map((one) => one.getAttribute("data-check")));
}

/** Runs the Node code that the page offers. */
async function startNodeReceiver(secret: string) {
  const folder = await mkdtemp(join(tmpdir(), "form-intake-receiver-"));
  const file = join(folder, VERIFICATION_CODE.node.file);
  await writeFile(file, VERIFICATION_CODE.node.code);
  const port = await findFreePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(process.execPath, [file], { env, stdio: "ignore" });
  await eventually("the receiver", async () => !(await isPortFree(port, "127.0.0.1")) || undefined);
  return {
    port,
    stop: async () => {
      child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Forwards an event, like a web server that terminates TLS. */
function handOn(port: number): Reply {
  return ({ headers, body }, response) => {
    const inner = request({ port, host: "127.0.0.1", method: "POST", headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502).end();
      answered.resume();
    });
    inner.end(body);
  };
}

test("a webhook can be connected by keyboard, and the sample code passes every check @matrix", async ({
  dashboard: page,
  owner,
  receiver,
}) => {
  const form = await owner.createForm("Contact");
  await page.goto(`/forms/${form.id}`);
  await tabTo(page, "link", "Integrations");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "URL" })).toBeVisible();
  await tabTo(page, "textbox", "URL");
  await page.keyboard.type(receiver.url);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Webhook connected" })).toBeFocused();
  const secret = (await page.getByText(/^whsec_\S{44}$/).textContent()) ?? "";
  const node = await startNodeReceiver(secret);
  receiver.reply(handOn(node.port));
  try {
    await tabTo(page, "checkbox", "I’ve stored the signing secret in a safe place");
    await page.keyboard.press("Space");
    await tabTo(page, "button", "Done");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Run guided test" })).toBeVisible();
    await tabTo(page, "link", "Run guided test");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Guided test" })).toBeVisible();
    await tabTo(page, "button", "Run test");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your endpoint is ready.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Run again" })).toBeFocused();
    expect(await statuses(page)).toEqual(["skip", ...Array(6).fill("pass")]);
    await expect(page.getByText(/^2 checks skipped:/)).toBeVisible();
    // The test that's sent when the URL is added; the guided ones aren't kept.
    expect(await listDeliveries(owner, form.id)).toHaveLength(1);
  } finally {
    await node.stop();
  }
});

test("the receiver test shows each check as it finishes and can be canceled @matrix", async ({
  dashboard: page,
  connected: form,
  receiver,
}) => {
  receiver.replyNext(answer(204), hang);
  await page.goto(`${path(form.id)}/test`);
  await page.getByRole("button", { name: "Run test" }).dblclick();
  await expect(page.getByText("Accepted (204).", { exact: true })).toBeVisible();
  await expect(page.getByText("It rejects an invalid signature (running)")).toBeVisible();
  await receiver.receivedCount(2);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Canceled. The results so far")).toBeVisible();
  await expect(page.getByText("Accepted (204).", { exact: true })).toBeVisible();
  expect(await statuses(page)).toEqual(["skip", "pass", "pass", "pass", "none", "none", "none"]);
  expect(receiver.received, "nothing more is sent").toHaveLength(2);
});

test("a rejected receiver test shows the API's error message @matrix", async ({
  dashboard: page,
  owner,
  receiver,
  provoked,
}) => {
  provoked.push(/webhook\/test: Failed to load resource: .* status of 409/);
  const form = await owner.createForm("Contact");
  await saveWebhook(owner, form.id, receiver.url);
  await page.goto(`${path(form.id)}/test`);
  await owner.api("DELETE", `/forms/${form.id}/webhook`, 204);
  const rejected = page.waitForResponse((response) => response.url().endsWith("/checks"));
  await page.getByRole("button", { name: "Run test" }).click();
  expect((await rejected).status()).toBe(409);
  await expect(page.getByText("This form has no webhook. Create one first.")).toBeVisible();
});

test("sample endpoints come in four languages with their start command @matrix", async ({
  dashboard: page,
  connected: form,
}) => {
  await page.goto(`${path(form.id)}/test`);
  for (const [label, { run, code }] of [
    ["Node", VERIFICATION_CODE.node],
    ["Python", VERIFICATION_CODE.python],
    ["PHP", VERIFICATION_CODE.php],
    ["Go", VERIFICATION_CODE.go],
  ] as const) {
    await page.getByRole("tab", { name: label, exact: true }).click();
    await expect(page.getByText(run)).toBeVisible();
    const shown = page.getByLabel(`${label} snippet`, { exact: true }).locator("code");
    expect(await shown.textContent()).toBe(code);
  }
});
