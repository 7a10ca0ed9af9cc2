import { expect, type Page } from "playwright/test";
import { runSql } from "#tests/e2e/support/past";
import { fillSignIn, signIn } from "#tests/e2e/support/test";
import type { World } from "#tests/e2e/support/world";
import { codeAt } from "#tests/support/factories/factor-codes";
import { Owner } from "#tests/support/factories/owner";

const STEP_MS = 30_000;

/** A device with a fingerprint reader, whose user always touches it. Chromium's own. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

/** Makes the last proof of all sessions of an owner 16 minutes old. */
export async function ageProof(dataDir: string, { email }: Owner): Promise<void> {
  await runSql(
    dataDir,
    `UPDATE sessions SET proven_at = now() - interval '16 minutes'
    WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** Starts to set up an authenticator app. @returns its secret */
export async function startSetup(page: Page, owner: Owner): Promise<string> {
  await owner.confirmEmail();
  await owner.prove();
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  return (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
}

/** Turns on two-step verification. @returns the secret, and the code of the step after the used one */
export async function turnOn(page: Page, owner: Owner) {
  const secret = await startSetup(page, owner);
  const now = Date.now();
  await page.getByLabel("Code from the app").fill(codeAt(secret, new Date(now)));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  const recoveryCodes = await page.getByText(/^\w{4}(-\w{4}){3}$/).allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  return { secret, recoveryCodes, nextCode: codeAt(secret, new Date(now + STEP_MS)) };
}

async function turnOnForSomeone(page: Page, { owner: { baseUrl } }: World): Promise<Owner> {
  const owner = await Owner.signUp(baseUrl);
  await signIn(page.context(), owner);
  await turnOn(page, owner);
  return owner;
}

export async function openRecoveryCodes(page: Page, world: World): Promise<void> {
  await turnOnForSomeone(page, world);
}

export async function openSignInCode(page: Page, world: World): Promise<void> {
  const owner = await turnOnForSomeone(page, world);
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await fillSignIn(page, owner);
  await page.getByLabel("Code", { exact: true }).waitFor();
}

/** For an owner of its own: others with an aged proof would no longer see their account emails. */
export async function openProofDialog(page: Page, { owner }: World): Promise<void> {
  const someone = await Owner.signUp(owner.baseUrl);
  await someone.confirmEmail();
  await signIn(page.context(), someone);
  await ageProof(process.env.E2E_DATA_DIR ?? "", someone);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
}
