import type { Page } from "playwright/test";
import { expectAccessible } from "#tests/e2e/support/looks";
import { addAuthenticator, ageProof, startSetup, turnOn } from "#tests/e2e/support/second-factor";
import { download, expect, fillSignIn, test } from "#tests/e2e/support/test";
import { codeAt } from "#tests/support/factories/factor-codes";
import type { Owner } from "#tests/support/factories/owner";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Confirm it’s you" });

async function startToken(page: Page, name: string): Promise<void> {
  await page.goto("/tokens/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Read messages" }).click();
  await page.getByRole("button", { name: "Create token" }).click();
}

async function givePassword(page: Page, owner: Owner): Promise<void> {
  await page.goto("/sign-in?next=/forms");
  await fillSignIn(page, owner);
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a passkey signs in without email and password, and proves later that it’s you @matrix", async ({
  dashboard: page,
  owner,
  service,
  provoked,
}) => {
  provoked.push(/401/);
  await owner.confirmEmail();
  await addAuthenticator(page);
  await page.goto("/settings/security");
  await page.getByLabel("Name of the passkey").fill("Work laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Work laptop" })).toContainText(
    "never used",
  );
  await owner.awaitEmail("account", owner.email, "A passkey was added");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/sign-in?next=/tokens");
  await page.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(page).toHaveURL("/tokens");
  await ageProof(service.dataDir, owner);
  await startToken(page, "From CI");
  await expectAccessible(page);
  await dialogOf(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText(/^fis_stg_/)).toBeVisible();

  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("Passkey removed.")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("couldn’t verify");
});

test("asking for a proof loses nothing that was typed, and the action goes on after it @matrix", async ({
  dashboard: page,
  owner,
  service,
  provoked,
}) => {
  provoked.push(/401/);
  await owner.confirmEmail();
  await ageProof(service.dataDir, owner);
  await startToken(page, "Import job");
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Confirm that it's you");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Import job");
  await page.getByRole("button", { name: "Create token" }).click();
  const password = dialog.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await password.fill("not the password");
  await password.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("incorrect");
  await password.fill(owner.password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Created “Import job”")).toBeVisible();
  await expect(page.getByText(/^fis_stg_/)).toBeVisible();
});

test("the workspace export asks for a proof, then downloads @matrix", async ({
  dashboard: page,
  owner,
  service,
}) => {
  await ageProof(service.dataDir, owner);
  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Export everything" }).click();
  await dialogOf(page).getByLabel("Password", { exact: true }).fill(owner.password);
  const confirm = dialogOf(page).getByRole("button", { name: "Confirm" });
  const { name, bytes } = await download(page, confirm);
  expect(name).toMatch(/^workspace-\d{4}-\d{2}-\d{2}\.zip$/);
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.includes("messages.jsonl")).toBe(true);
});

test("two-step verification asks for a code after the password, even without JavaScript @matrix", async ({
  dashboard: page,
  owner,
  plainPage,
}) => {
  const { nextCode, recoveryCodes } = await turnOn(page, owner);
  await expectAccessible(page);
  await owner.awaitEmail("account", owner.email, "Two-step verification was turned on");
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();

  await page.context().clearCookies();
  await givePassword(page, owner);
  await expect(page).toHaveURL("/sign-in/code?next=%2Fforms");
  await giveCode(page, "no code");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("incorrect");
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto("/sign-in/code?next=%2Fforms");
  await giveCode(page, nextCode);
  await expect(page).toHaveURL("/forms");

  await givePassword(plainPage, owner);
  await giveCode(plainPage, recoveryCodes[0] ?? "");
  await expect(plainPage).toHaveURL("/forms");
  await page.goto("/settings/security");
  await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
});

test("a wrong first code turns nothing on; turning off needs a code and ends the codes @matrix", async ({
  dashboard: page,
  owner,
  service,
}) => {
  const secret = await startSetup(page, owner);
  const field = page.getByLabel("Code from the app");
  const late = codeAt(secret, new Date(Date.now() - 600_000));
  await field.fill(late);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("incorrect");
  await field.fill(codeAt(secret, new Date()));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "I’ve saved them" }).click();

  await page.getByRole("button", { name: "Create new recovery codes" }).click();
  await page.getByRole("button", { name: "Create new codes" }).click();
  const codes = page.getByText(/^\w{4}(-\w{4}){3}$/);
  const renewed = (await codes.first().textContent()) ?? "";
  const { bytes } = await download(page, page.getByRole("link", { name: "Download" }));
  expect(bytes.toString()).toContain(renewed);
  await page.getByRole("button", { name: "I’ve saved them" }).click();

  await ageProof(service.dataDir, owner);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
  await dialogOf(page).getByLabel("Code", { exact: true }).fill(renewed);
  await dialogOf(page).getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Two-step verification is off.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up authenticator app" })).toBeVisible();
  await page.context().clearCookies();
  await givePassword(page, owner);
  await expect(page).toHaveURL("/forms");
});
