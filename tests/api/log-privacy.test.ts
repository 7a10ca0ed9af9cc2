import { expect, test, vi } from "vitest";
import { newId } from "#lib/core/ids";
import { log } from "#lib/core/telemetry/log";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { verifyRecipientPage } from "#lib/entry/visitor-pages/link-pages";
import { callApi } from "#tests/support/contract/api";
import { postVisit } from "#tests/support/contract/intake";
import { openLinkPage } from "#tests/support/contract/link-page";
import { PASSWORD, signIn, signUp } from "#tests/support/factories/account-factories";
import { createOwnForm } from "#tests/support/factories/factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";

const LEVELS = ["info", "warn", "error"] as const;

test("the log has no token, password, address, link, or message, whatever succeeds or fails", async () => {
  const spies = LEVELS.map((level) => vi.spyOn(log(), level));
  const { workspace, token, form } = await createOwnForm();
  const [account, told] = [`owner-${newId()}@example.com`, `told-${newId()}@example.com`];
  await signUp(account);
  await signIn(account, `${PASSWORD}-wrong`);
  await callApi("POST", "/v1/recipients", { token, body: { email: told } });
  const [secret = ""] = await linkSecrets(workspace, told);
  expect(secret).not.toBe("");
  const page = openLinkPage(verifyRecipientPage);
  await page.press(`http://localhost:3000/verify-recipient?token=${secret}`);
  const visitor = `visitor-${newId()}@example.com`;
  const message = `message-${newId()}`;
  for (const json of [{ email: visitor, message }, { message: "" }, { [message]: { a: visitor } }])
    await postVisit(form.publicKey, { json });
  await callApi("GET", `/v1/submissions?search=${message}&wrong=${visitor}`, { token });
  await drainOutbox();
  const lines = JSON.stringify(spies.map(({ mock }) => mock.calls));
  vi.restoreAllMocks();
  expect(lines).toContain("requestId");
  for (const kept of [account, told, visitor, message, PASSWORD, secret, token.token])
    expect(lines).not.toContain(kept);
});
