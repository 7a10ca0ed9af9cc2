import { v7 } from "uuid";
import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { IdempotencyKey } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { exportWorkspace } from "#lib/domain/accounts/export-workspace";
import {
  confirmAuthenticator,
  createRecoveryCodes,
  removeAuthenticator,
  startAuthenticator,
} from "#lib/domain/accounts/factors/authenticator";
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  startPasskey,
} from "#lib/domain/accounts/factors/passkeys";
import { signInWithPasskey, startPasskeySignIn } from "#lib/domain/accounts/sign-in";
import { exportAudit } from "#lib/domain/audit/list-audit";
import { saveNotificationChoice } from "#lib/domain/emails/digests/save-choice";
import { stopDigests, stopDigestsUrl } from "#lib/domain/emails/digests/stop-digests";
import { removeRecipient } from "#lib/domain/emails/remove-recipient";
import { simulateBounce } from "#lib/domain/emails/report-email";
import { spamUrl } from "#lib/domain/emails/spam-link";
import { saveWebhook } from "#lib/domain/endpoints/save-webhook";
import { addSender, removeSender } from "#lib/domain/forms/spam/protection";
import { requireTurnstile } from "#lib/domain/forms/turnstile/turnstile";
import { updateForm } from "#lib/domain/forms/update-form";
import { disconnectApp } from "#lib/domain/grants/connected-apps";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { verifyRecipient } from "#lib/domain/recipients/verification";
import { deleteSubmissions } from "#lib/domain/submissions/delete-submissions";
import { exportSelected } from "#lib/domain/submissions/export/export-submissions";
import { markSpamByLink } from "#lib/domain/submissions/mark-spam-by-link";
import { erasePerson, exportPerson } from "#lib/domain/submissions/person/person-data";
import { createFromTemplate } from "#lib/domain/templates/create-from-template";
import { duplicateForm } from "#lib/domain/templates/duplicate-form";
import { TemplateInput } from "#lib/domain/templates/template-input";
import { createToken as createTokenVerb } from "#lib/domain/tokens/create-token";
import type { CreateTokenInput } from "#lib/domain/tokens/schema";
import { revokeToken } from "#lib/domain/tokens/tokens";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { sendTestEmail } from "#lib/entry/operations/send-test-email";
import { records, recordsAfter, type Setup, type VerbCase } from "#tests/support/audit/audit-case";
import { submitTo } from "#tests/support/contract/intake";
import { MARKER } from "#tests/support/contract/sample";
import { codeAt } from "#tests/support/factories/factor-codes";
import { givePasskey, turnOnTwoStep } from "#tests/support/factories/factor-factories";
import {
  callerAt,
  contextAt,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
} from "#tests/support/factories/factories";
import { giveApp } from "#tests/support/factories/grant-factories";
import { createVerifiedWidget } from "#tests/support/factories/integration-factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { findNotification } from "#tests/support/factories/outbox-state";
import { linkSecrets } from "#tests/support/factories/queued-emails";
import { SoftwarePasskey } from "#tests/support/twins/software-authenticator";

const PERSON = `${MARKER}@example.com`;
const TOKEN: CreateTokenInput = { name: "CI", scopes: ["forms:read"], expiresInDays: 30 };

/** The ID of the captured notification of a message to a form. */
async function captureNotification({ workspace, form }: Setup): Promise<string> {
  await submitTo(form);
  await drainOutbox();
  return (await findNotification(workspace)).id;
}

/** Verbs that change settings, access or secrets, or export or delete data, and that no endpoint of `/v1` calls like this. */
export const VERB_CASES = {
  duplicateForm: recordsAfter("form.duplicated", async ({ ctx, form, workspace }) => {
    await updateForm(workspace.ctx, form.id, { settings: { subject: MARKER } });
    return () => duplicateForm(ctx, form.id);
  }),
  createFromTemplate: recordsAfter("form.created_from_file", async ({ ctx, workspace }) => {
    const { email } = await createVerifiedRecipient(workspace);
    const settings = { subject: MARKER };
    const blockedWords = [MARKER];
    const given = { version: 1, name: "Orders", recipients: [email], settings, blockedWords };
    return () => createFromTemplate(ctx, { template: TemplateInput.parse(given) });
  }),
  "updateForm, blocked words": records("form.blocked_words_saved", ({ ctx, form }) =>
    updateForm(ctx, form.id, { blockedWords: [MARKER] }),
  ),
  "updateForm, spam retention": records("form.spam_retention_saved", ({ ctx, form }) =>
    updateForm(ctx, form.id, { spamRetentionDays: 30 }),
  ),
  addSender: records("sender.blocked", ({ ctx }) => addSender(ctx, "blocked", PERSON)),
  removeSender: recordsAfter("sender.unblocked", async ({ ctx }) => {
    await addSender(ctx, "blocked", PERSON);
    return () => removeSender(ctx, "blocked", PERSON);
  }),
  "addSender, safe": records("sender.trusted", ({ ctx }) => addSender(ctx, "safe", PERSON)),
  "removeSender, safe": recordsAfter("sender.untrusted", async ({ ctx }) => {
    await addSender(ctx, "safe", PERSON);
    return () => removeSender(ctx, "safe", PERSON);
  }),
  "addRecipient, again": recordsAfter("recipient.verification_sent", async ({ workspace }) => {
    const { email } = await createPendingRecipient(workspace);
    const later = contextAt(workspace, new Date(Date.now() + 120_000));
    return () => addRecipient(later, { email });
  }),
  verifyRecipient: {
    actor: "visitor",
    ...recordsAfter("recipient.verified", async ({ ctx, workspace }) => {
      await addRecipient(ctx, { email: "ada@example.com" });
      const [secret = ""] = await linkSecrets(workspace, "ada@example.com");
      return () => verifyRecipient(secret, callerAt(ctx.now));
    }),
  },
  markSpamByLink: {
    actor: "visitor",
    ...recordsAfter("submissions.marked_spam", async ({ ctx, workspace: { id: workspaceId } }) => {
      const { id: recipientId } = await db().recipient.findFirstOrThrow({ where: { workspaceId } });
      const { id: submissionId } = await db().submission.findFirstOrThrow({
        where: { workspaceId },
      });
      const url = spamUrl(await installationKey(), { workspaceId, submissionId, recipientId });
      const token = new URL(url).searchParams.get("token") ?? "";
      return () => markSpamByLink(token, callerAt(ctx.now));
    }),
  },
  stopDigests: {
    actor: "visitor",
    ...recordsAfter("member.digests_stopped", async ({ ctx, form, workspace }) => {
      const { id: workspaceId, user } = workspace;
      const choice = { memberId: user.id, frequency: "hourly", hour: null } as const;
      await saveNotificationChoice(workspace.ctx, form.id, choice);
      const digests = { workspaceId, userId: user.id, until: new Date() };
      const url = stopDigestsUrl(await installationKey(), digests);
      const token = new URL(url).searchParams.get("token") ?? "";
      return () => stopDigests(token, callerAt(ctx.now));
    }),
  },
  removeRecipient: recordsAfter("recipient.removed", async ({ ctx, workspace }) => {
    const { id } = await createVerifiedRecipient(workspace);
    return () => removeRecipient(ctx, id);
  }),
  simulateBounce: recordsAfter("recipient.blocked", async (setup) => {
    const emailId = await captureNotification(setup);
    return () => simulateBounce(setup.ctx, emailId);
  }),
  sendTestEmail: recordsAfter("account.test_email_sent", async ({ ctx, workspace: { user } }) => {
    await db().user.update({ where: { id: user.id }, data: { verifiedAt: ctx.now } });
    Object.assign(settings(), { operatorEmails: [user.email] });
    return () => sendTestEmail(ctx);
  }),
  createToken: records("token.created", ({ ctx }) => createTokenVerb(ctx, TOKEN)),
  "createToken, again": recordsAfter("token.created", async ({ ctx }) => {
    const key = IdempotencyKey.parse(v7());
    await createTokenVerb(ctx, TOKEN, key);
    return () => createTokenVerb(ctx, TOKEN, key);
  }),
  revokeToken: recordsAfter("token.revoked", async ({ ctx, workspace }) => {
    const { id } = await createToken(workspace);
    return () => revokeToken(ctx, id);
  }),
  connectApp: records("token.connected", ({ ctx }) => giveApp(ctx)),
  disconnectApp: recordsAfter("token.disconnected", async ({ ctx, workspace }) => {
    await giveApp(workspace.ctx);
    const { id } = await db().token.findFirstOrThrow({
      where: { workspaceId: workspace.id, grant: { isNot: null } },
    });
    return () => disconnectApp(ctx, id);
  }),
  exportSelected: recordsAfter("submissions.exported", async ({ ctx, form, workspace }) => {
    const { id } = await createSubmission(workspace, form, { fields: { message: MARKER } });
    return () => exportSelected(ctx, { ids: [id] });
  }),
  deleteSubmissions: recordsAfter("submissions.deleted", async ({ ctx, form, workspace }) => {
    const options = { fields: { message: MARKER } };
    const one = await createSubmission(workspace, form, options);
    const other = await createSubmission(workspace, form, options);
    return () => deleteSubmissions(ctx, [one.id, other.id]);
  }),
  requireTurnstile: recordsAfter("turnstile.saved", async ({ ctx, form }) => {
    await createVerifiedWidget(form.id, { enabled: false });
    return () => requireTurnstile(ctx, form.id);
  }),
  "saveWebhook, new": records("webhook.created", ({ ctx, form }) =>
    saveWebhook(ctx, form.id, { url: `https://hooks.example.com/${MARKER}`, enabled: true }),
  ),
  exportPerson: records("person.exported", ({ ctx }) => exportPerson(ctx, { email: PERSON })),
  erasePerson: records("person.erased", ({ ctx }) => erasePerson(ctx, { email: PERSON })),
  exportWorkspace: records("workspace.exported", ({ ctx }) => exportWorkspace(ctx)),
  exportAudit: records("audit.exported", ({ ctx }) => exportAudit(ctx, {})),
} satisfies Readonly<Record<string, VerbCase>>;

/** Verbs that change how a user proves who they are. */
export const FACTOR_CASES: Readonly<Record<string, VerbCase>> = {
  confirmAuthenticator: recordsAfter("account.authenticator_added", async ({ ctx }) => {
    const { secret } = await startAuthenticator(ctx);
    return () => confirmAuthenticator(ctx, codeAt(secret, ctx.now));
  }),
  removeAuthenticator: recordsAfter("account.authenticator_removed", async ({ ctx, workspace }) => {
    await turnOnTwoStep(workspace);
    return () => removeAuthenticator(ctx);
  }),
  createRecoveryCodes: recordsAfter(
    "account.recovery_codes_created",
    async ({ ctx, workspace }) => {
      await turnOnTwoStep(workspace);
      return () => createRecoveryCodes(ctx);
    },
  ),
  addPasskey: recordsAfter("account.passkey_added", async ({ ctx }) => {
    const answer = new SoftwarePasskey().create(await startPasskey(ctx));
    return () => addPasskey(ctx, { name: "Phone", credential: answer });
  }),
  removePasskey: recordsAfter("account.passkey_removed", async ({ ctx }) => {
    await givePasskey(ctx);
    const [passkey] = await listPasskeys(ctx);
    return () => removePasskey(ctx, passkey?.id ?? "");
  }),
  signInWithPasskey: recordsAfter("account.signed_in", async ({ ctx }) => {
    const passkey = await givePasskey(ctx);
    const caller = callerAt(ctx.now);
    const answer = passkey.use(await startPasskeySignIn(caller));
    return () => signInWithPasskey(answer, caller);
  }),
};
