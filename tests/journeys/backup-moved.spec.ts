import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { withInstallation } from "#tests/journeys/support/installation";
import { openFirstForm, openMessage, readAction, signIn } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { launchCommand, startServer } from "#tests/support/setup/server";

async function send(visitor: Page, message: string): Promise<void> {
  await visitor.getByLabel("Email").fill("mover@example.com");
  await visitor.getByLabel("Message").fill(message);
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("heading", { name: /Thank you/ })).toBeVisible();
}

const contactPage = (action: string) => `
<form action="${action}" method="post">
  <label>Email <input name="email"></label>
  <label>Message <textarea name="message"></textarea></label><button>Send</button>
</form>`;

/** Runs a command of the README to its end. */
async function run(command: string, env: Record<string, string>, ...args: string[]) {
  const { ended, output } = launchCommand(command, env, ...args);
  expect(await ended, output()).toBe(0);
}

test("a backup moved to another machine brings everything along, and messages go on there @matrix", async ({
  browser,
  website,
}) => {
  const elsewhere = await makeDataDir();
  const backup = `${elsewhere}-backup`;
  await withInstallation({}, async ({ baseUrl, service }) => {
    const context = await browser.newContext({ baseURL: baseUrl });
    const { page: owner, email } = await openFirstForm(await context.newPage(), "Moving Co");
    const action = await readAction(owner);
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(website.publish("/before", contactPage(action)));
    await send(visitor, "Before the move");
    await expect(await openMessage(owner, /mover@example\.com/)).toContainText("Before the move");

    await run("backup", { DATA_DIR: service.dataDir, PORT: String(service.port) }, backup);
    await service.stop();
    await copyFile(join(service.dataDir, "secret-key"), join(elsewhere, "secret-key"));
    await run("restore", { DATA_DIR: elsewhere }, backup);
    const moved = await startServer({ dataDir: elsewhere, port: service.port });
    try {
      const again = await (await browser.newContext({ baseURL: moved.baseUrl })).newPage();
      await signIn(again, email);
      await expect(await openMessage(again, /mover@example\.com/)).toContainText("Before the move");
      await visitor.goto(website.publish("/after", contactPage(action)));
      await send(visitor, "After the move");
      await expect(await openMessage(again, /After the move/)).toContainText("After the move");
    } finally {
      await moved.stop();
    }
  });
  await rm(backup, { recursive: true, force: true });
  await removeDataDir(elsewhere);
});
