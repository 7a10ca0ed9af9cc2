import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import type { AccessRow, RoleWorld } from "#tests/support/contract/role-world";
import { PASSWORD } from "#tests/support/factories/account-factories";
import { createToken } from "#tests/support/factories/factories";
import { createAttachment } from "#tests/support/factories/message-factories";

type Sent = { ids?: Record<string, string>; body?: unknown; query?: Record<string, string> };

/** A session endpoint: who may call it, and with what. */
export type EndpointRow = AccessRow & { send?: (world: RoleWorld) => Sent | Promise<Sent> };

const UNKNOWN_PASSKEY = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};

const person = () => ({ body: { email: "ada@example.com" } });

async function captureEmail({ workspace }: RoleWorld): Promise<Sent> {
  const { id: emailId } = await db().capturedEmail.create({
    data: {
      id: newId(),
      workspaceId: workspace.id,
      seriesKey: newId(),
      kind: "notification",
      to: "ada@example.com",
      from: "forms@example.com",
      subject: "A message",
      headers: {},
      html: "<p>Hello</p>",
      text: "Hello",
      createdAt: new Date(),
    },
  });
  return { ids: { emailId } };
}

/** Every session endpoint. A new one needs a row. */
export const ENDPOINT_ROWS: Readonly<Record<string, EndpointRow>> = {
  "POST /api/account/sign-up": {
    access: "anyone",
    send: () => ({
      body: { email: `new-${newId()}@example.com`, password: PASSWORD, workspaceName: "New" },
    }),
  },
  "POST /api/account/sign-in": {
    access: "anyone",
    endsWith: "credentials_invalid",
    send: () => ({ body: { email: `new-${newId()}@example.com`, password: PASSWORD } }),
  },
  "POST /api/account/sign-in/passkey-options": { access: "anyone" },
  "POST /api/account/sign-in/passkey": {
    access: "anyone",
    endsWith: "credentials_invalid",
    send: () => ({ body: { passkey: UNKNOWN_PASSKEY } }),
  },
  "GET /api/account/prove": { access: "members" },
  "POST /api/account/prove": {
    access: "members",
    send: () => ({ body: { password: PASSWORD } }),
  },
  "POST /api/account/prove/passkey-options": { access: "members" },
  "POST /api/account/sign-out": { access: "members" },
  "GET /api/account": { access: "members" },
  "GET /api/account/tokens": { access: "owners" },
  "POST /api/account/tokens": {
    access: "owners",
    send: () => ({ body: { name: "New", scopes: ["forms:read"] } }),
  },
  "DELETE /api/account/tokens/{tokenId}": {
    access: "owners",
    send: async ({ workspace }) => ({ ids: { tokenId: (await createToken(workspace)).id } }),
  },
  "POST /api/account/forms/{formId}/receiver-test": {
    access: "members",
    endsWith: "webhook_not_configured",
    send: ({ form }) => ({ ids: { formId: form.id } }),
  },
  "GET /api/account/test-inbox": { access: "members" },
  "GET /api/account/test-inbox/{emailId}": { access: "members", send: captureEmail },
  "GET /api/account/forms": { access: "members" },
  "GET /api/account/submissions": { access: "members" },
  "GET /api/account/submissions/arrivals": {
    access: "members",
    send: () => ({ query: { since: "0" } }),
  },
  "POST /api/account/submissions/delete": {
    access: "members",
    send: ({ submissionId }) => ({ body: { ids: [submissionId] } }),
  },
  "GET /api/account/submissions/export": { access: "members" },
  "POST /api/account/submissions/export": {
    access: "members",
    send: ({ submissionId }) => ({ body: { ids: [submissionId] } }),
  },
  "GET /api/account/submissions/{submissionId}": {
    access: "members",
    send: ({ submissionId }) => ({ ids: { submissionId } }),
  },
  "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}": {
    access: "members",
    send: async ({ workspace, submissionId }) => {
      const { id: attachmentId } = await createAttachment(workspace, { id: submissionId });
      return { ids: { submissionId, attachmentId } };
    },
  },
  "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}/preview": {
    access: "members",
    send: async ({ workspace, submissionId }) => {
      const options = { filename: "photo.png", contentType: "image/png" };
      const { id: attachmentId } = await createAttachment(workspace, { id: submissionId }, options);
      return { ids: { submissionId, attachmentId } };
    },
  },
  "GET /api/account/workspace-export": { access: "owners" },
  "GET /api/account/audit-log": { access: "owners" },
  "GET /api/account/audit-log/export": { access: "owners" },
  "POST /api/account/person-export": { access: "members", send: person },
};
