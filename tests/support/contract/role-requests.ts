import { newId } from "#lib/core/ids";
import { createNote } from "#lib/domain/submissions/notes/add-notes";
import { endpoints } from "#lib/entry/management/contracts/index";
import { sampleOf } from "#tests/support/contract/contract-samples";
import type { RoleWorld } from "#tests/support/contract/role-world";
import type { Sample } from "#tests/support/contract/sample";
import { PASSWORD } from "#tests/support/factories/account-factories";
import { contextOf, createToken } from "#tests/support/factories/factories";
import {
  createAttachment,
  createCapturedEmail,
  createSubmission,
} from "#tests/support/factories/message-factories";

const UNKNOWN_PASSKEY = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};

type Request = Pick<Sample, "params" | "query"> & { body?: unknown };

const withMessage = ({ submissionId }: RoleWorld) => ({ body: { ids: [submissionId] } });

/** Requests to session endpoints that neither the world nor a sample of `/v1` provides. */
const REQUESTS: Readonly<Record<string, (world: RoleWorld) => Request | Promise<Request>>> = {
  "POST /api/account/sign-up": () => ({
    body: { email: `new-${newId()}@example.com`, password: PASSWORD, workspaceName: "New" },
  }),
  "POST /api/account/sign-in": () => ({
    body: { email: `new-${newId()}@example.com`, password: PASSWORD },
  }),
  "POST /api/account/sign-in/passkey": () => ({ body: { passkey: UNKNOWN_PASSKEY } }),
  "POST /api/account/prove": () => ({ body: { password: PASSWORD } }),
  "GET /api/account/test-inbox/{emailId}": async ({ workspace }) => ({
    params: { emailId: (await createCapturedEmail(workspace)).id },
  }),
  "GET /api/account/submissions/arrivals": () => ({ query: { since: "0" } }),
  // Members delete their own.
  "DELETE /api/account/submissions/{submissionId}/notes/{noteId}": async ({
    workspace,
    form,
    userId,
    caller,
  }) => {
    const { id: submissionId } = await createSubmission(workspace, form);
    const author = contextOf(workspace.id, userId, "member", caller.now);
    const { id: noteId, updatedAt } = await createNote(author, submissionId, { text: "Hello" });
    return { params: { submissionId, noteId }, query: { updatedAt: String(updatedAt) } };
  },
  "POST /api/account/submissions/delete": withMessage,
  "POST /api/account/submissions/export": withMessage,
  "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}/preview": async ({
    workspace,
    submissionId,
  }) => {
    const options = { filename: "photo.png", contentType: "image/png" };
    const { id: attachmentId } = await createAttachment(workspace, { id: submissionId }, options);
    return { params: { submissionId, attachmentId } };
  },
  "POST /api/account/imports": ({ form }) => ({
    body: { formId: form.id, filename: "messages.csv" },
  }),
  "POST /api/account/person-export": () => ({ body: { email: "ada@example.com" } }),
  "POST /api/account/tokens": () => ({ body: { name: "New", scopes: ["forms:read"] } }),
  "DELETE /api/account/tokens/{tokenId}": async ({ workspace }) => ({
    params: { tokenId: (await createToken(workspace)).id },
  }),
};

/** A valid request to a session endpoint: its own, the sample of the same path of `/v1`, or one about the world. */
export async function requestOf(name: string, world: RoleWorld): Promise<Request> {
  const own = REQUESTS[name];
  if (own) return own(world);
  const same = endpoints.find(
    ({ method, path }) => `${method} ${path}` === name.replace("/api/account", "/v1"),
  );
  if (same?.path.includes("{")) return sampleOf(same, world.workspace);
  return { params: { formId: world.form.id, submissionId: world.submissionId } };
}
