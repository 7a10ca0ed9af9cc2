// Fills a service of release 1.0.0, and backs it up with its own command. It ran in a checkout of 1.0.0
// (commit 0740410e) after its build; README.md has the steps.
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { mintContext } from "#lib/core/context";
import { db } from "#lib/db/database";
import { confirmAuthenticator, startAuthenticator } from "#lib/factors/authenticator";
import { signUpInvited } from "#lib/members/accept-invitation";
import { inviteMember } from "#lib/members/invite-member";
import { addBlockedSender } from "#lib/spam/blocked-senders";
import { saveBlockedWords } from "#lib/spam/blocked-words";
import { codeAt } from "#tests/support/factories/factor-codes";
import { eventually, Owner, sendFiles, sendMessage } from "#tests/support/factories/owner";
import { connectEmbedded } from "#tests/support/setup/embedded-client";
import { launchCommand, startServer } from "#tests/support/setup/server";
import { prepareOutside } from "#tests/support/twins/outside";
import { answer, startReceiver } from "#tests/support/twins/receiver";
import { startResendTwin } from "#tests/support/twins/resend-twin";
import { passingResponse } from "#tests/support/twins/siteverify-twin";

const [, , target] = process.argv;
const outside = await prepareOutside(2);
const receivers = await Promise.all(
  outside.places.map(({ hostname, port, certificate }) =>
    startReceiver({ hostnames: [hostname], port, certificate }),
  ),
);
receivers[1].reply(answer(500, "not today"));
const env = {
  ...outside.env,
  OUTBOX_INTERVAL_MS: "200",
  INTAKE_IP_RATE_LIMIT: "100000",
  INTAKE_IP_TOTAL_RATE_LIMIT: "100000",
  MANAGEMENT_RATE_LIMIT: "100000",
};
let service = await startServer({ env });
const { dataDir } = service;

const owner = await Owner.signUp(service.baseUrl, "Studio Norte");
await owner.confirmEmail();
const other = await Owner.signUp(service.baseUrl, "Another workspace");

// Members, two-step verification, and blocked senders have no endpoint: this is what their pages call.
const client = await connectEmbedded(dataDir);
const { host, port, user, password, database } = client;
process.env.DATABASE_URL = `postgresql://${user}:${password}@${host}:${port}/${database}`;
process.env.SECRET_KEY = (await import("node:fs"))
  .readFileSync(join(dataDir, "secret-key"), "utf8")
  .trim();
process.env.DATA_DIR = dataDir;
const { rows } = await client.query(
  `SELECT m.workspace_id AS id, m.user_id AS "userId" FROM memberships m JOIN users u ON u.id = m.user_id
   WHERE u.email = $1`,
  [owner.email],
);
await client.end();
const now = new Date();
const caller = { now, network: "127.0.0.1", address: "127.0.0.1", userAgent: "Firefox" };
const [{ id: workspaceId, userId }] = rows;
const ctx = mintContext(
  workspaceId,
  { kind: "user", userId, role: "owner", provenAt: now, sessionId: null },
  now,
  caller,
);
await inviteMember(ctx, { email: "ana@example.com", role: "member" });
await inviteMember(ctx, { email: "not-yet@example.com", role: "owner" });
const invitation = await owner.awaitEmail("account", "ana@example.com", "token=");
const secret = /\?token=(\w+)/.exec(invitation.text)[1];
const ana = await signUpInvited(secret, "correct horse battery", caller);
const anaCtx = mintContext(
  workspaceId,
  { kind: "user", userId: ana.account.user.id, role: "member", provenAt: now, sessionId: null },
  now,
  caller,
);
const { secret: totpSecret } = await startAuthenticator(anaCtx);
const recoveryCodes = await confirmAuthenticator(anaCtx, codeAt(totpSecret, now));
await addBlockedSender(ctx, "spammer@example.net");

const sales = await owner.addVerifiedRecipient("sales@example.com");
const support = await owner.addVerifiedRecipient("support@example.com");
await owner.addRecipient("waiting@example.com");

const contact = await owner.createForm("Contact", {
  recipientIds: [sales.id],
  settings: {
    subject: "Message from {{name}}",
    redirectUrl: "https://www.example.com/thanks",
    honeypot: "website",
    messageRetentionDays: 300,
    uploads: { enabled: true, retentionDays: 90 },
  },
});
await saveBlockedWords(ctx, contact.id, ["casino"]);
const call = async (method, path, status, body) =>
  (await (await owner.api(method, path, status, body)).json()).data;
await call("POST", `/forms/${contact.id}/routing`, 200, {
  revision: null,
  enabled: true,
  rules: [
    {
      id: "5f0c7f3e-3f0a-4b7c-9a52-2d1c3f9be0a1",
      name: "Help",
      field: "topic",
      operator: "equals",
      value: "help",
      recipientIds: [support.id, sales.id],
    },
  ],
});
const [goodPlace, badPlace] = outside.places;
const webhook = await call("POST", `/forms/${contact.id}/webhook`, 201, {
  url: `https://${goodPlace.hostname}/messages?from=forms`,
  enabled: true,
});
await call("POST", `/forms/${contact.id}/turnstile`, 200, {
  siteKey: "0x4AAAAAAADnPIDROrmt1Wwj",
  secretKey: "0x4AAAAAAADnPIDROrmt1WwjSecret",
  hostnames: ["www.example.com"],
  enabled: true,
});
const solved = () => passingResponse("www.example.com", String(Math.random()));
const base = service.baseUrl;
const sent = [];
const message = async (form, fields) => {
  const more = form.id === contact.id ? { "cf-turnstile-response": solved() } : {};
  sent.push(await sendMessage(service.baseUrl, form, { ...fields, ...more }));
  return sent.at(-1);
};
await message(contact, {
  name: "Zoë Müller",
  email: "zoe@example.org",
  message: "Grüße & 🦉\n\t\\N",
});
await call("POST", `/forms/${contact.id}/autoresponder`, 200, {
  revision: null,
  enabled: true,
  subject: "We got it",
  message: "Thank you.\n\nWe'll answer soon.",
  replyRecipientId: support.id,
});
await message(contact, {
  name: "Bo",
  email: "bo@example.org",
  topic: "help",
  message: "A question about the invoice",
  _service_autoreply: "true",
});
const withFiles = await sendFiles(
  base,
  contact,
  { name: "Files", message: "Two files", "cf-turnstile-response": solved() },
  [
    new File(["what the visitor wrote\n"], "notes ü.txt", { type: "text/plain" }),
    new File(["a,b\n1,2\n"], "table.csv", { type: "text/csv" }),
  ],
);
sent.push(withFiles);
await message(contact, { name: "Robot", website: "https://spam.example", message: "Buy" });
await message(contact, { name: "C", email: "spammer@example.net", message: "Blocked sender" });
await message(contact, { name: "D", message: "The best casino" });
const archived = await message(contact, { name: "Old", message: "Done already" });
await owner.updateMessage(archived, { folder: "archive", read: true });
const moved = await message(contact, { name: "Eve", message: "Moved to spam by hand" });
await owner.updateMessage(moved, { folder: "spam" });

const quote = await owner.createForm("Quote requests", { recipientIds: [sales.id, support.id] });
await call("POST", `/forms/${quote.id}/webhook`, 201, {
  url: `https://${badPlace.hostname}/hook`,
  enabled: true,
});
const failing = await message(quote, {
  name: "F",
  tags: ["one", "two"],
  message: "Its webhook fails",
});
await call("POST", `/forms/${quote.id}/webhook/test`, 202, {});
const paused = await owner.createForm("Paused", { recipientIds: [sales.id] });
await message(paused, { name: "G", message: "Before the pause" });
await owner.updateForm(paused.id, { status: "paused" });

const otherForm = await other.createForm("Theirs");
const theirs = await sendMessage(base, otherForm, { message: "Not for the others" });

const revoked = await owner.createToken("Revoked");
await owner.revokeToken(revoked.id);
const { token, id: tokenId } = await owner.createToken("Kept");
const { token: otherToken } = await other.createToken("Theirs");

await Promise.all(sent.slice(0, 3).map((id) => owner.awaitSent(id)));
await eventually("the webhooks", async () => {
  const ofForm = async (id) =>
    (await (await owner.api("GET", `/forms/${id}/webhook/deliveries`, 200)).json()).data;
  const [good, bad] = await Promise.all([ofForm(contact.id), ofForm(quote.id)]);
  const isDone =
    good.filter(({ status }) => status === "delivered").length >= 4 &&
    bad.some(({ status }) => status === "retrying") &&
    bad.some(({ status, type }) => status === "failed" && type === "webhook.test");
  return isDone || undefined;
});

// Live email that the provider rejects, on the same data.
await service.stop();
const resend = await startResendTwin();
for (let count = 0; count < 4; count += 1)
  resend.answerNext({ status: 422, body: { name: "validation_error", message: "Invalid to" } });
service = await startServer({
  dataDir,
  env: {
    ...env,
    EMAIL_MODE: "live",
    RESEND_API_KEY: "re_test",
    RESEND_BASE_URL: resend.url,
    EMAIL_FROM: "Forms <forms@example.com>",
  },
});
owner.baseUrl = service.baseUrl;
const rejected = await sendMessage(service.baseUrl, quote, { message: "Its emails are rejected" });
sent.push(rejected);
await eventually("the rejections", async () => {
  const { deliveries } = await owner.readMessage(rejected);
  return deliveries.every(({ status }) => status === "failed") || undefined;
});
await pause(1500);
await service.stop();

const backup = launchCommand("backup", { DATA_DIR: dataDir }, join(target, "backup"));
console.log(await backup.ended, backup.output());
await copyFile(join(dataDir, "secret-key"), join(target, "secret-key"));
await writeFile(
  join(target, "facts.json"),
  `${JSON.stringify(
    {
      owner: { email: owner.email, password: owner.password },
      member: { email: "ana@example.com", password: "correct horse battery", recoveryCodes },
      other: { email: other.email, password: other.password },
      tokens: { owner: { id: tokenId, token }, revoked: revoked.token, other: otherToken },
      forms: { contact, quote, paused, other: otherForm },
      webhook,
      messages: { all: sent, withFiles, failing, rejected, archived, moved, other: theirs },
    },
    null,
    2,
  )}\n`,
);
await Promise.all([...receivers.map((each) => each.stop()), resend.stop(), outside.stop()]);
await db().$disconnect();
process.exit(0);
