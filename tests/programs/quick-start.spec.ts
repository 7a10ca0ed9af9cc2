import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright/test";
import { expect, test } from "#tests/e2e/support/test";
import { readBlocks } from "#tests/support/guides/blocks";
import { openWorkFolder } from "#tests/support/guides/run-block";

/** The guide's instructions to click or fill in, in order: its bold words. */
const UI_STEPS = [
  "Workspace name",
  "Email",
  "Password",
  "Create account",
  "Open email",
  "Confirm email address",
  "Confirm address",
  "Name",
  "Full access",
  "Create token",
  "Send",
];

/** A terminal that stays open between commands. */
class Terminal {
  private output = "";
  private readonly shell: ChildProcessWithoutNullStreams;

  constructor(cwd: string, path: string) {
    this.shell = spawn("bash", ["-eu"], { cwd, env: { ...process.env, PATH: path } });
    for (const stream of [this.shell.stdout, this.shell.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
      });
  }

  /** Runs commands; returns their output. A command that fails ends the terminal. */
  async run(commands: string): Promise<string> {
    const end = `end of ${randomUUID()}`;
    this.output = "";
    this.shell.stdin.write(`${commands}\necho "${end}"\n`);
    await expect
      .poll(() => this.output.includes(end) || this.shell.exitCode !== null, { timeout: 30_000 })
      .toBe(true);
    expect(this.shell.exitCode, `${commands}\n${this.output}`).toBeNull();
    return this.output.replace(end, "");
  }

  close(): void {
    this.shell.kill();
  }
}

/** The guide's links into the dashboard. */
function linkTo(guide: string, label: string): string {
  const [, href = ""] = new RegExp(`\\[${label}\\]\\((\\S+)\\)`).exec(guide) ?? [];
  return href;
}

async function signUp(page: Page, guide: string): Promise<void> {
  await page.goto(linkTo(guide, "Sign up"));
  await page.getByLabel("Workspace name").fill("Example Studio");
  await page.getByLabel("Email", { exact: true }).fill(`${randomUUID()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/welcome");
}

async function createToken(page: Page, guide: string): Promise<string> {
  await page.goto(linkTo(guide, "API tokens"));
  await page.getByLabel("Name", { exact: true }).fill("Quick start");
  await page.getByRole("button", { name: "Full access" }).click();
  await page.getByRole("button", { name: "Create token" }).click();
  return (await page.getByText(/^fis_stg_/).textContent()) ?? "";
}

async function confirmAddress(page: Page): Promise<void> {
  await page.getByRole("listitem").getByRole("link", { name: "Open email" }).click();
  const email = page.frameLocator("iframe").first();
  const opened = page.waitForEvent("popup").catch(() => page);
  await email.getByRole("link", { name: "Confirm email address" }).click();
  await (await opened).getByRole("button", { name: "Confirm address" }).click();
  await expect((await opened).getByText(/confirmed/i).first()).toBeVisible();
}

async function submitPage(page: Page, file: string): Promise<void> {
  await page.goto(pathToFileURL(file).href);
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Message").fill("My first submission");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
}

test("the quick start, followed literally, ends with the first submission read through the API", async ({
  page,
}) => {
  const guide = await (await page.request.get("/docs/quick-start.md")).text();
  const bold = [...guide.matchAll(/\*\*(.+?)\*\*/g)].map(([, words]) => words);
  expect(bold).toEqual(UI_STEPS);
  const blocks = readBlocks("quick-start", guide);
  expect(blocks.map(({ language }) => language)).toEqual(Array(5).fill("sh"));
  const [useToken = "", findRecipient = "", createForm = "", saveFile = "", read = ""] = blocks.map(
    ({ code }) => code,
  );
  const { folder, path, remove } = await openWorkFolder();
  const terminal = new Terminal(folder, path);
  const startedAt = Date.now();
  try {
    await signUp(page, guide);
    await confirmAddress(page);
    const token = await createToken(page, guide);
    expect(await terminal.run(useToken.replace("YOUR_TOKEN", token))).toContain("Quick start");
    expect(await terminal.run(findRecipient)).toContain('"verified"');
    expect(await terminal.run(createForm)).toMatch(/The form's address: http\S+\/f\/\w+/);
    await terminal.run(saveFile);
    await submitPage(page, join(folder, "contact.html"));
    const { data } = JSON.parse(await terminal.run(read));
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ formName: "Contact", email: "ada@example.com" });
    console.log(`first submission after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  } finally {
    terminal.close();
    await remove();
  }
});
