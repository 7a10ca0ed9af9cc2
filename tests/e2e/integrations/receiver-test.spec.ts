import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { VERIFICATION_CODE } from "#lib/domain/endpoints/verification-code";
import { findFreePort, isPortFree } from "#server/start/free-port";
import { tabTo } from "#tests/e2e/support/keys";
import { expect, test } from "#tests/e2e/support/test";
import { listDeliveries, saveWebhook } from "#tests/support/factories/owner-forms";
import { eventually } from "#tests/support/factories/service-requests";
import { answer, hang, type Reply } from "#tests/support/twins/receiver";

const path = (formId: string) => `/forms/${formId}/integrations/webhook/test`;

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
  await page.goto(path(form.id));
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
  await page.goto(path(form.id));
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
  await page.goto(path(form.id));
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
