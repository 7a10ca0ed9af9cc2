import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "#server/start/checkout";
import { findFreePort } from "#server/start/free-port";
import { download } from "#tests/e2e/support/test";
import { openFirstForm, readAction } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";

const run = promisify(execFile);
/** The commit of release 1.0.0. */
const FIRST_RELEASE = "0740410e4eb5c390c4c5a0eee80fba5f4dfac8dd";
const COUNT = 300;

/** A page that sends many messages, each until it's stored, whatever happens to the server meanwhile. */
const sendingPage = (action: string) => `
<h1>Survey</h1><p id="state">0 sent</p>
<script type="module">
  for (let number = 1; number <= ${COUNT}; number += 1) {
    const key = crypto.randomUUID();
    const fields = { message: "Answer " + number + ".", _service_idempotency_key: key };
    for (let isSent = false; !isSent; ) {
      isSent = await fetch("${action}", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fields),
      }).then((response) => response.ok, () => false);
      await new Promise((resolve) => setTimeout(resolve, isSent ? 50 : 500));
    }
    document.getElementById("state").textContent = number + " sent";
  }
</script>`;

/** Runs 1.0.0 from a checkout of its own, as its README says. */
async function startFirstRelease(folder: string, env: Record<string, string>) {
  await run("git", ["clone", "--quiet", "--no-checkout", ROOT, folder]);
  await run("git", ["checkout", "--quiet", FIRST_RELEASE], { cwd: folder });
  const options = { cwd: folder, env: { ...process.env, ...env }, detached: true } as const;
  const child = spawn("npm", ["start", "--silent"], { ...options, stdio: "ignore" });
  const ended = once(child, "exit");
  const isReady = async () => {
    const response = await fetch(`http://localhost:${env.PORT}/api/ready`).catch(() => null);
    return response?.status;
  };
  await expect.poll(isReady, { timeout: 420_000, intervals: [1_000] }).toBe(200);
  return async () => {
    process.kill(-Number(child.pid), "SIGTERM");
    await ended;
  };
}

test("1.0.0 is updated while a website goes on sending, and every message is there once @matrix", async ({
  browser,
  website,
}) => {
  const checkout = await mkdtemp(join(tmpdir(), "form-intake-first-"));
  const dataDir = await makeDataDir();
  const port = await findFreePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, INTAKE_IP_RATE_LIMIT: "100000" };
  const stop = await startFirstRelease(checkout, env);
  const baseURL = `http://localhost:${port}`;
  const context = await browser.newContext({ baseURL });
  const { page: owner } = await openFirstForm(await context.newPage(), "Long Run");
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(website.publish("/survey", sendingPage(await readAction(owner))));
  await expect(visitor.locator("#state")).toHaveText(/^[1-9]\d sent/);

  await stop();
  const service = await startServer({ dataDir, port, env });
  await expect(visitor.locator("#state")).toHaveText(`${COUNT} sent`, { timeout: 180_000 });
  // The session of 1.0.0 goes on.
  await owner.goto("/inbox");
  await owner.getByRole("button", { name: "Export as CSV" }).click();
  const dialog = owner.getByRole("dialog", { name: "Export as CSV" });
  const { bytes } = await download(owner, dialog.getByRole("listitem").getByRole("link"));
  const answers = bytes.toString("utf8").match(/Answer \d+\./g) ?? [];
  const expected = Array.from({ length: COUNT }, (_, index) => `Answer ${index + 1}.`);
  expect(answers.toSorted()).toEqual(expected.toSorted());

  await service.stop();
  await removeDataDir(dataDir);
  await rm(checkout, { recursive: true, force: true });
});
