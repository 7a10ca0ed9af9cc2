import { v7 } from "uuid";
import { exportWorkspace } from "#lib/accounts/export-workspace";
import { exportAudit } from "#lib/audit/export-audit";
import { IdempotencyKey } from "#lib/core/ids";
import { createForm as createFormVerb } from "#lib/forms/create-form";
import { duplicateForm } from "#lib/forms/duplicate-form";
import { deleteForm, rotateFormKey } from "#lib/forms/forms";
import { CreateFormInput } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { removeRecipient } from "#lib/notifications/remove-recipient";
import { addRecipient } from "#lib/recipients/add-recipient";
import { verifyRecipient } from "#lib/recipients/verify-recipient";
import { addBlockedSender, removeBlockedSender } from "#lib/spam/blocked-senders";
import { saveBlockedWords } from "#lib/spam/blocked-words";
import { deleteSubmission, deleteSubmissions } from "#lib/submissions/delete-submissions";
import { erasePerson } from "#lib/submissions/erase-person";
import { exportPerson } from "#lib/submissions/export-person";
import { exportSelected, exportSubmissions } from "#lib/submissions/export-submissions";
import { SubmissionFilter } from "#lib/submissions/schema";
import { createToken as createTokenVerb } from "#lib/tokens/create-token";
import type { CreateTokenInput } from "#lib/tokens/schema";
import { revokeToken } from "#lib/tokens/tokens";
import { MARKER, type VerbCase } from "#tests/support/audit/audit-case";
import {
  callerAt,
  contextAt,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
} from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";

const PERSON = `${MARKER}@example.com`;
const TOKEN: CreateTokenInput = { name: "CI", scopes: ["forms:read"], expiresInDays: 30 };

/** Verbs that change settings, access, or secrets, or export or delete data. */
export const VERB_CASES: Readonly<Record<string, VerbCase>> = {
  createForm: {
    action: "form.created",
    prepare: async ({ ctx, workspace }) => {
      const { id } = await createVerifiedRecipient(workspace);
      const settings = { honeypot: "trap", redirectUrl: `https://www.example.com/?${MARKER}` };
      const input = CreateFormInput.parse({ name: "Orders", recipientIds: [id], settings });
      return () => createFormVerb(ctx, input);
    },
  },
  duplicateForm: {
    action: "form.duplicated",
    prepare: async ({ ctx, form }) => {
      await updateForm(ctx, form.id, { settings: { subject: MARKER } });
      return () => duplicateForm(ctx, form.id);
    },
  },
  updateForm: {
    action: "form.updated",
    prepare: ({ ctx, form }) => {
      const settings = { subject: MARKER, redirectUrl: `https://www.example.com/?${MARKER}` };
      return () => updateForm(ctx, form.id, { status: "paused", settings });
    },
  },
  deleteForm: {
    action: "form.deleted",
    prepare:
      ({ ctx, form }) =>
      () =>
        deleteForm(ctx, form.id),
  },
  rotateFormKey: {
    action: "form.key_rotated",
    prepare:
      ({ ctx, form }) =>
      () =>
        rotateFormKey(ctx, form.id),
  },
  saveBlockedWords: {
    action: "form.blocked_words_saved",
    prepare:
      ({ ctx, form }) =>
      () =>
        saveBlockedWords(ctx, form.id, [MARKER]),
  },
  addBlockedSender: {
    action: "sender.blocked",
    prepare:
      ({ ctx }) =>
      () =>
        addBlockedSender(ctx, PERSON),
  },
  removeBlockedSender: {
    action: "sender.unblocked",
    prepare: async ({ ctx }) => {
      await addBlockedSender(ctx, PERSON);
      return () => removeBlockedSender(ctx, PERSON);
    },
  },
  addRecipient: {
    action: "recipient.added",
    prepare:
      ({ ctx }) =>
      () =>
        addRecipient(ctx, { email: "ada@example.com" }),
  },
  "addRecipient, again": {
    action: "recipient.verification_sent",
    prepare: async ({ workspace }) => {
      const { email } = await createPendingRecipient(workspace);
      const later = contextAt(workspace, new Date(Date.now() + 120_000));
      return () => addRecipient(later, { email });
    },
  },
  verifyRecipient: {
    action: "recipient.verified",
    actor: "visitor",
    prepare: async ({ ctx, workspace }) => {
      await addRecipient(ctx, { email: "ada@example.com" });
      const [secret = ""] = await linkSecrets(workspace, "ada@example.com");
      return () => verifyRecipient(secret, callerAt(ctx.now));
    },
  },
  removeRecipient: {
    action: "recipient.removed",
    prepare: async ({ ctx, workspace }) => {
      const { id } = await createVerifiedRecipient(workspace);
      return () => removeRecipient(ctx, id);
    },
  },
  createToken: {
    action: "token.created",
    prepare:
      ({ ctx }) =>
      () =>
        createTokenVerb(ctx, TOKEN),
  },
  "createToken, again": {
    action: "token.created",
    prepare: async ({ ctx }) => {
      const key = IdempotencyKey.parse(v7());
      await createTokenVerb(ctx, TOKEN, key);
      return () => createTokenVerb(ctx, TOKEN, key);
    },
  },
  revokeToken: {
    action: "token.revoked",
    prepare: async ({ ctx, workspace }) => {
      const { id } = await createToken(workspace);
      return () => revokeToken(ctx, id);
    },
  },
  exportSubmissions: {
    action: "submissions.exported",
    prepare:
      ({ ctx }) =>
      () =>
        exportSubmissions(ctx, SubmissionFilter.parse({ search: MARKER })),
  },
  exportSelected: {
    action: "submissions.exported",
    prepare: async ({ ctx, form, workspace }) => {
      const { id } = await createSubmission(workspace, form, { fields: { message: MARKER } });
      return () => exportSelected(ctx, { ids: [id] });
    },
  },
  deleteSubmission: {
    action: "submissions.deleted",
    prepare: async ({ ctx, form, workspace }) => {
      const { id } = await createSubmission(workspace, form, { fields: { message: MARKER } });
      return () => deleteSubmission(ctx, id);
    },
  },
  deleteSubmissions: {
    action: "submissions.deleted",
    prepare: async ({ ctx, form, workspace }) => {
      const options = { fields: { message: MARKER } };
      const one = await createSubmission(workspace, form, options);
      const other = await createSubmission(workspace, form, options);
      return () => deleteSubmissions(ctx, [one.id, other.id]);
    },
  },
  exportPerson: {
    action: "person.exported",
    prepare:
      ({ ctx }) =>
      () =>
        exportPerson(ctx, { email: PERSON }),
  },
  erasePerson: {
    action: "person.erased",
    prepare:
      ({ ctx }) =>
      () =>
        erasePerson(ctx, { email: PERSON }),
  },
  exportWorkspace: {
    action: "workspace.exported",
    prepare:
      ({ ctx }) =>
      () =>
        exportWorkspace(ctx),
  },
  exportAudit: {
    action: "audit.exported",
    prepare:
      ({ ctx }) =>
      () =>
        exportAudit(ctx, {}),
  },
};
