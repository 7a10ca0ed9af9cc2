import { newId } from "#lib/core/ids";
import { createNote } from "#lib/domain/submissions/notes/add-notes";
import { type RoleWorld, type Row, rows } from "#tests/support/contract/role-world";
import { PASSWORD } from "#tests/support/factories/account-factories";
import { contextOf, createToken } from "#tests/support/factories/factories";
import { csvOf, importFile, uploadFile } from "#tests/support/factories/import-factories";
import {
  createAttachment,
  createCapturedEmail,
  createSubmission,
} from "#tests/support/factories/message-factories";

type Sent = { ids?: Record<string, string>; body?: unknown; query?: Record<string, string> };

/** A session endpoint: who may call it, and with what. */
export type EndpointRow = Row<Sent | Promise<Sent>>;
const sending = rows<Sent | Promise<Sent>>;

const UNKNOWN_PASSKEY = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};

const nothing = () => ({});
const ofForm = ({ form }: RoleWorld) => ({ ids: { formId: form.id } });
const withMessage = ({ submissionId }: RoleWorld) => ({ body: { ids: [submissionId] } });

const ofImport = async ({ workspace, form }: RoleWorld) => ({
  ids: { importId: (await uploadFile(workspace.ctx, form.id, csvOf(2))).id },
});
const withSettings = async (world: RoleWorld) => ({
  ...(await ofImport(world)),
  body: { settings: {} },
});

/** Every session endpoint. A new one needs a row. */
export const ENDPOINT_ROWS: Readonly<Record<string, EndpointRow>> = {
  ...sending("anyone", null, {
    "POST /api/account/sign-up": () => ({
      body: { email: `new-${newId()}@example.com`, password: PASSWORD, workspaceName: "New" },
    }),
    "POST /api/account/sign-in/passkey-options": nothing,
  }),
  ...sending("anyone", "credentials_invalid", {
    "POST /api/account/sign-in": () => ({
      body: { email: `new-${newId()}@example.com`, password: PASSWORD },
    }),
    "POST /api/account/sign-in/passkey": () => ({ body: { passkey: UNKNOWN_PASSKEY } }),
  }),
  ...sending("members", null, {
    "GET /api/account/prove": nothing,
    "POST /api/account/prove": () => ({ body: { password: PASSWORD } }),
    "POST /api/account/prove/passkey-options": nothing,
    "POST /api/account/sign-out": nothing,
    "GET /api/account": nothing,
    "GET /api/account/test-inbox": nothing,
    "GET /api/account/test-inbox/{emailId}": async ({ workspace }) => ({
      ids: { emailId: (await createCapturedEmail(workspace)).id },
    }),
    "GET /api/account/forms": nothing,
    "GET /api/account/forms/{formId}/template": ofForm,
    "GET /api/account/saved-replies": nothing,
    "GET /api/account/submissions": nothing,
    "GET /api/account/submissions/arrivals": () => ({ query: { since: "0" } }),
    "GET /api/account/submissions/totals": nothing,
    "GET /api/account/submissions/counts": nothing,
    "GET /api/account/colleagues": nothing,
    "POST /api/account/submissions/{submissionId}/composer": ({ submissionId }) => ({
      ids: { submissionId },
    }),
    "DELETE /api/account/submissions/{submissionId}/composer": ({ submissionId }) => ({
      ids: { submissionId },
    }),
    // Members delete their own.
    "DELETE /api/account/submissions/{submissionId}/notes/{noteId}": async ({
      workspace,
      form,
      userId,
      caller,
    }) => {
      const { id: submissionId } = await createSubmission(workspace, form);
      const author = contextOf(workspace.id, userId, "member", caller.now);
      const note = await createNote(author, submissionId, { text: "Hello" });
      return {
        ids: { submissionId, noteId: note.id },
        query: { updatedAt: String(note.updatedAt) },
      };
    },
    "POST /api/account/submissions/delete": withMessage,
    "GET /api/account/submissions/export": nothing,
    "POST /api/account/submissions/export": withMessage,
    "GET /api/account/submissions/{submissionId}": ({ submissionId }) => ({
      ids: { submissionId },
    }),
    "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}": async ({
      workspace,
      submissionId,
    }) => {
      const { id: attachmentId } = await createAttachment(workspace, { id: submissionId });
      return { ids: { submissionId, attachmentId } };
    },
    "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}/preview": async ({
      workspace,
      submissionId,
    }) => {
      const options = { filename: "photo.png", contentType: "image/png" };
      const { id: attachmentId } = await createAttachment(workspace, { id: submissionId }, options);
      return { ids: { submissionId, attachmentId } };
    },
    "POST /api/account/imports": ({ form }) => ({
      body: { formId: form.id, filename: "messages.csv" },
    }),
    "GET /api/account/imports/{importId}": ofImport,
    "POST /api/account/imports/{importId}/parts": async (world) => ({
      ...(await ofImport(world)),
      body: { number: 1, data: "Cg==" },
    }),
    "POST /api/account/imports/{importId}/preview": withSettings,
    "POST /api/account/imports/{importId}/start": withSettings,
    "POST /api/account/imports/{importId}/cancel": ofImport,
    "POST /api/account/imports/{importId}/undo": async ({ workspace, form }) => ({
      ids: { importId: (await importFile(workspace.ctx, form.id, csvOf(2))).id },
    }),
    "POST /api/account/person-export": () => ({ body: { email: "ada@example.com" } }),
  }),
  ...sending("members", "webhook_not_configured", {
    "POST /api/account/forms/{formId}/receiver-test": ofForm,
    "POST /api/account/forms/{formId}/receiver-test/checks": ofForm,
  }),
  ...sending("owners", null, {
    "GET /api/account/tokens": nothing,
    "POST /api/account/tokens": () => ({ body: { name: "New", scopes: ["forms:read"] } }),
    "DELETE /api/account/tokens/{tokenId}": async ({ workspace }) => ({
      ids: { tokenId: (await createToken(workspace)).id },
    }),
    "GET /api/account/workspace-export": nothing,
    "GET /api/account/audit-log/export": nothing,
  }),
};
