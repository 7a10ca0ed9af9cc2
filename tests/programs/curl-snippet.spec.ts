import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "#tests/e2e/support/test";

const run = promisify(execFile);

test("the curl snippet runs in a plain shell, even where only one site may post", async ({
  dashboard: page,
  owner,
}) => {
  const origin = "https://it's-ours.example.com";
  const form = await owner.createForm("Contact", { settings: { allowedOrigins: [origin] } });
  await page.goto(`/forms/${form.id}/install`);
  await page.getByRole("tab", { name: "curl", exact: true }).click();
  const snippet = page.getByLabel("curl snippet", { exact: true }).locator("code");
  const { stdout } = await run("sh", ["-c", (await snippet.textContent()) ?? ""]);
  const [message, ...others] = await owner.listMessages();
  expect(others).toEqual([]);
  expect(JSON.parse(stdout).data.id).toBe(message?.id);
  expect(message).toMatchObject({ name: "Ada Lovelace", email: "ada@example.com" });
});
