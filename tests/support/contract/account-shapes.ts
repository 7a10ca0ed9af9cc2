import { z } from "zod";
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

/** Response shapes of the session endpoints by status. Without a shape, there is no JSON body. */
export const accountShapes: Record<string, Record<number, z.ZodType>> = {
  "POST /api/account/sign-up": { 201: data(Account) },
  "POST /api/account/sign-in": { 200: data(Account) },
  "POST /api/account/sign-in/passkey-options": { 200: data(PasskeyOptions) },
  "POST /api/account/sign-in/passkey": { 200: data(Account) },
  "GET /api/account/prove": { 200: data(ProofMethods) },
  "POST /api/account/prove": { 204: nothing },
  "POST /api/account/prove/passkey-options": { 200: data(PasskeyOptions) },
  "POST /api/account/sign-out": { 204: nothing },
  "GET /api/account": { 200: data(Account) },
  "GET /api/account/tokens": { 200: data(z.array(TokenListItem)) },
  "POST /api/account/tokens": { 201: data(CreatedTokenShape) },
  "DELETE /api/account/tokens/{tokenId}": { 204: nothing },
  "POST /api/account/forms/{formId}/receiver-test": { 200: data(ReceiverTest) },
  "POST /api/account/forms/{formId}/receiver-test/checks": { 200: nothing },
  "GET /api/account/forms/{formId}/template": { 200: FormTemplate },
  "GET /api/account/workspace-export": { 200: nothing },
  "GET /api/account/audit-log/export": { 200: nothing },
  "POST /api/account/person-export": { 200: PersonExport },
  "GET /api/account/test-inbox": { 200: pageOf(CapturedEmailItem) },
  "GET /api/account/test-inbox/{emailId}": { 200: data(CapturedEmail) },
  "GET /api/account/forms": { 200: data(z.array(z.strictObject({ id: Id, name: z.string() }))) },
  "GET /api/account/saved-replies": { 200: data(z.array(SavedReply)) },
  "GET /api/account/colleagues": {
    200: data(z.array(Person.extend({ isConfirmed: z.boolean() }))),
  },
  "POST /api/account/submissions/{submissionId}/composer": { 204: nothing },
  "DELETE /api/account/submissions/{submissionId}/composer": { 204: nothing },
  "DELETE /api/account/submissions/{submissionId}/notes/{noteId}": { 204: nothing },
  "GET /api/account/submissions": { 200: InboxPage },
  "GET /api/account/submissions/arrivals": { 200: Arrivals },
  "GET /api/account/submissions/totals": { 200: data(z.array(MessageTotals)) },
  "GET /api/account/submissions/counts": { 200: data(FilterCounts) },
  "POST /api/account/imports": { 201: data(Import) },
  "GET /api/account/imports/{importId}": { 200: data(Import) },
  "POST /api/account/imports/{importId}/parts": { 200: data(Import) },
  "POST /api/account/imports/{importId}/preview": { 200: data(ImportPreview) },
  "POST /api/account/imports/{importId}/start": { 200: data(Import) },
  "POST /api/account/imports/{importId}/cancel": { 200: data(Import) },
  "POST /api/account/imports/{importId}/undo": { 200: data(Import) },
  "POST /api/account/submissions/delete": {
    200: data(z.strictObject({ deleted: z.int().nonnegative() })),
  },
  "GET /api/account/submissions/export": { 200: nothing },
  "POST /api/account/submissions/export": { 200: nothing },
  "GET /api/account/submissions/{submissionId}": { 200: data(InboxMessage) },
  "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}": { 200: nothing },
  "GET /api/account/submissions/{submissionId}/attachments/{attachmentId}/preview": {
    200: nothing,
  },
};
