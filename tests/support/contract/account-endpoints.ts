import { z } from "zod";
import type { ErrorCode } from "#lib/core/errors";
import { Id, Timestamp } from "#lib/core/text";
import { Person } from "#lib/domain/access/people";
import { Account, ProofMethods } from "#lib/domain/accounts/schema";
import { CapturedEmail, CapturedEmailItem } from "#lib/domain/emails/schema";
import { ReceiverTest } from "#lib/domain/endpoints/receiver-checks";
import { Import, ImportPreview } from "#lib/domain/imports/schema";
import { SavedReply } from "#lib/domain/replies/saved-reply-schema";
import {
  Arrivals,
  FilterCounts,
  InboxMessage,
  InboxPage,
  MessageTotals,
} from "#lib/domain/submissions/inbox/inbox-schema";
import { Note } from "#lib/domain/submissions/notes/note-schema";
import { Reply } from "#lib/domain/submissions/replies/reply-schema";
import { Submission } from "#lib/domain/submissions/schema";
import { FormTemplate } from "#lib/domain/templates/template-schema";
import { TokenListItem } from "#lib/domain/tokens/schema";
import { pageOf } from "#lib/entry/management/endpoint";
import type { Access, AccessRow } from "#tests/support/contract/access";

const data = <S extends z.ZodType>(schema: S) => z.strictObject({ data: schema });
const nothing = z.undefined();

export const CreatedTokenShape = TokenListItem.extend({
  token: z.string().regex(/^fis_stg_[0-9A-Za-z]{46}$/),
});

/** The options that a browser passes to `navigator.credentials.get`. */
export const PasskeyOptions = z.strictObject({
  rpId: z.literal("localhost"),
  challenge: z.base64url().length(43),
  allowCredentials: z.array(
    z.strictObject({
      id: z.base64url(),
      transports: z.array(z.string()),
      type: z.literal("public-key"),
    }),
  ),
  timeout: z.int(),
  userVerification: z.literal("required"),
});

const PersonExport = z.strictObject({
  person: z.email(),
  exportedAt: Timestamp,
  hasOptedOut: z.boolean(),
  isBlocked: z.boolean(),
  isSafe: z.boolean(),
  messages: z.array(
    Submission.extend({
      notes: z.array(Note),
      replies: z.array(Reply),
      events: z.array(z.looseObject({ body: z.string() })),
    }),
  ),
  capturedEmails: z.array(z.looseObject({ text: z.string() })),
});

type Shapes = Readonly<Record<number, z.ZodType>>;

/** Session endpoints for some people: their response shapes by status. Without a shape, there is no JSON body. */
const forAccess =
  (access: Access) =>
  (shapes: Shapes, endsWith: ErrorCode | null = null) => ({
    access,
    endsWith,
    isById: false,
    shapes,
  });
const anyone = forAccess("anyone");
const members = forAccess("members");
const owners = forAccess("owners");

/** Every session endpoint: who may call it, what it responds with, and the error that a call of the tests ends with. */
export const ACCOUNT_ENDPOINTS: Readonly<Record<string, AccessRow & { shapes: Shapes }>> = {
  "POST /api/account/sign-up": anyone({ 201: data(Account) }),
  "POST /api/account/sign-in": anyone({ 200: data(Account) }, "credentials_invalid"),
  "POST /api/account/sign-in/passkey-options": anyone({ 200: data(PasskeyOptions) }),
  "POST /api/account/sign-in/passkey": anyone({ 200: data(Account) }, "credentials_invalid"),
  "GET /api/account/prove": members({ 200: data(ProofMethods) }),
  "POST /api/account/prove": members({ 204: nothing }),
  "POST /api/account/prove/passkey-options": members({ 200: data(PasskeyOptions) }),
  "POST /api/account/sign-out": members({ 204: nothing }),
  "GET /api/account": members({ 200: data(Account) }),
  "GET /api/account/tokens": owners({ 200: data(z.array(TokenListItem)) }),
  "POST /api/account/tokens": owners({ 201: data(CreatedTokenShape) }),
  "DELETE /api/account/tokens/{tokenId}": owners({ 204: nothing }),
  "POST /api/account/forms/{formId}/receiver-test": members(
    { 200: data(ReceiverTest) },
    "webhook_not_configured",
  ),
  "POST /api/account/forms/{formId}/receiver-test/checks": members(
    { 200: nothing },
    "webhook_not_configured",
  ),
  "GET /api/account/forms/{formId}/template": members({ 200: FormTemplate }),
  "GET /api/account/workspace-export": owners({ 200: nothing }),
  "GET /api/account/audit-log/export": owners({ 200: nothing }),
  "POST /api/account/person-export": members({ 200: PersonExport }),
  "GET /api/account/test-inbox": members({ 200: pageOf(CapturedEmailItem) }),
  "GET /api/account/test-inbox/{emailId}": members({ 200: data(CapturedEmail) }),
  "GET /api/account/forms": members({
    200: data(z.array(z.strictObject({ id: Id, name: z.string() }))),
  }),
  "GET /api/account/saved-replies": members({ 200: data(z.array(SavedReply)) }),
  "GET /api/account/colleagues": members({
    200: data(z.array(Person.extend({ isConfirmed: z.boolean() }))),
  }),
  "POST /api/account/submissions/{submissionId}/composer": members({ 204: nothing }),
  "DELETE /api/account/submissions/{submissionId}/composer": members({ 204: nothing }),
  "DELETE /api/account/submissions/{submissionId}/notes/{noteId}": members({ 204: nothing }),
  "GET /api/account/submissions": members({ 200: InboxPage }),
  "GET /api/account/submissions/arrivals": members({ 200: Arrivals }),
  "GET /api/account/submissions/totals": members({ 200: data(z.array(MessageTotals)) }),
  "GET /api/account/submissions/counts": members({ 200: data(FilterCounts) }),
  "POST /api/account/imports": members({ 201: data(Import) }),
  "GET /api/account/imports/{importId}": members({ 200: data(Import) }),
  "POST /api/account/imports/{importId}/parts": members({ 200: data(Import) }),
  "POST /api/account/imports/{importId}/preview": members({ 200: data(ImportPreview) }),
  "POST /api/account/imports/{importId}/start": members({ 200: data(Import) }),
  "POST /api/account/imports/{importId}/cancel": members({ 200: data(Import) }),
  "POST /api/account/imports/{importId}/undo": members({ 200: data(Import) }),
  "POST /api/account/submissions/delete": members({
    200: data(z.strictObject({ deleted: z.int().nonnegative() })),
  }),
  "GET /api/account/submissions/export": members({ 200: nothing }),
  "POST /api/account/submissions/export": members({ 200: nothing }),
  "GET /api/account/submissions/{submissionId}": members({ 200: data(InboxMessage) }),
  "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}": members({
    200: nothing,
  }),
  "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}/preview": members({
    200: nothing,
  }),
};
