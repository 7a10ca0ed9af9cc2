import { z } from "zod";
import { AUDIT_ACTIONS, type AuditAction } from "#lib/domain/audit/schema";

/**
 * Every endpoint of `/v1`, in the order of the document: operation ID, method, path, scope, success statuses, what an
 * assistant may assume (r reads only, d destructive, i idempotent, o reaches outside the workspace), the audit entry that
 * it records, if any, and the status of the second of two identical concurrent requests, if it's another one. A new
 * endpoint needs a row here, and a sample in `contract-samples.ts` unless its path says it all.
 */
const TABLE = `
getToken                  GET    /v1/token                                                    -                  200     r-i-
listForms                 GET    /v1/forms                                                    forms:read         200     r-i-
createForm                POST   /v1/forms                                                    forms:write        201     ---- form.created
getForm                   GET    /v1/forms/{formId}                                           forms:read         200     r-i-
updateForm                PATCH  /v1/forms/{formId}                                           forms:write        200     -di- form.updated
deleteForm                DELETE /v1/forms/{formId}                                           forms:write        204     -di- form.deleted 404
rotateFormKey             POST   /v1/forms/{formId}/rotate-key                                forms:write        200     -d-- form.key_rotated
getFormTemplate           GET    /v1/forms/{formId}/template                                  forms:read         200     r-i-
getFields                 GET    /v1/forms/{formId}/fields                                    forms:read         200     r-i-
saveFields                POST   /v1/forms/{formId}/fields                                    forms:write        200     -di- form.fields_saved 409
getPage                   GET    /v1/forms/{formId}/page                                      forms:read         200     r-i-
savePage                  POST   /v1/forms/{formId}/page                                      forms:write        200     -di- form.page_saved 409
connectTurnstile          POST   /v1/forms/{formId}/turnstile                                 forms:write        200     -dio turnstile.saved
disconnectTurnstile       DELETE /v1/forms/{formId}/turnstile                                 forms:write        204     -di- turnstile.deleted
getOptions                GET    /v1/forms/{formId}/options                                   forms:read         200     r-i-
saveOptions               POST   /v1/forms/{formId}/options                                   forms:write        200     -di- form.options_saved 409
getSpamFilter             GET    /v1/forms/{formId}/spam                                      forms:read         200     r-i-
saveSpamFilter            POST   /v1/forms/{formId}/spam                                      forms:write        200     -di- spam_filter.saved 409
forgetSpamWords           DELETE /v1/spam/words                                               forms:write        204     -di- spam_filter.words_forgotten
listRecipients            GET    /v1/recipients                                               recipients:read    200     r-i-
addRecipient              POST   /v1/recipients                                               recipients:write   200,202 ---o recipient.added 429
listNotificationChoices   GET    /v1/forms/{formId}/notify                                    forms:read         200     r-i-
saveNotificationChoice    POST   /v1/forms/{formId}/notify                                    forms:write        200     -di- form.notification_choice_saved
listSubmissions           GET    /v1/submissions                                              submissions:read   200     r-i-
exportSubmissions         GET    /v1/submissions/export                                       submissions:read   200     r-i- submissions.exported
getSubmission             GET    /v1/submissions/{submissionId}                               submissions:read   200     r-i-
updateSubmission          PATCH  /v1/submissions/{submissionId}                               submissions:write  200     -dio
updateSubmissions         PATCH  /v1/submissions                                              submissions:write  200     -dio
restoreSubmission         POST   /v1/submissions/{submissionId}/restore                       submissions:write  200     ---o - 409
deleteSubmission          DELETE /v1/submissions/{submissionId}                               submissions:write  204     -dio submissions.deleted 404
downloadAttachment        GET    /v1/submissions/{submissionId}/attachments/{attachmentId}    files:read         200     r-i-
retryEmailDelivery        POST   /v1/submissions/{submissionId}/deliveries/{emailDeliveryId}/retry submissions:write  200     ---o - 409
listMembers               GET    /v1/members                                                  submissions:read   200     r-i-
listNotes                 GET    /v1/submissions/{submissionId}/notes                         submissions:read   200     r-i-
createNote                POST   /v1/submissions/{submissionId}/notes                         submissions:write  201     ---o
createNotes               POST   /v1/submissions/notes                                        submissions:write  201     ---o
updateNote                PATCH  /v1/submissions/{submissionId}/notes/{noteId}                submissions:write  200     -dio
deleteNote                DELETE /v1/submissions/{submissionId}/notes/{noteId}                submissions:write  204     -di- - 404
listReplies               GET    /v1/submissions/{submissionId}/replies                       submissions:read   200     r-i-
sendReply                 POST   /v1/submissions/{submissionId}/replies                       submissions:reply  201     ---o
undoReply                 DELETE /v1/submissions/{submissionId}/replies/{replyId}             submissions:reply  204     -dio - 404
listSavedReplies          GET    /v1/saved-replies                                            submissions:read   200     r-i-
createSavedReply          POST   /v1/saved-replies                                            submissions:reply  201     ---- saved_reply.created 409
updateSavedReply          PATCH  /v1/saved-replies/{savedReplyId}                             submissions:reply  200     -di- saved_reply.updated
deleteSavedReply          DELETE /v1/saved-replies/{savedReplyId}                             submissions:reply  204     -di- saved_reply.deleted 404
listImports               GET    /v1/imports                                                  submissions:import 200     r-i-
createImport              POST   /v1/imports                                                  submissions:import 201     ---- import.created
getImport                 GET    /v1/imports/{importId}                                       submissions:import 200     r-i-
addImportPart             POST   /v1/imports/{importId}/parts                                 submissions:import 200     ----
previewImport             POST   /v1/imports/{importId}/preview                               submissions:import 200     r-i-
startImport               POST   /v1/imports/{importId}/start                                 submissions:import 202     ---- import.started 409
cancelImport              POST   /v1/imports/{importId}/cancel                                submissions:import 200     -d-- import.canceled 409
undoImport                POST   /v1/imports/{importId}/undo                                  submissions:import 202     -d-- import.undone 409
getUsage                  GET    /v1/usage                                                    usage:read         200     r-i-
getRouting                GET    /v1/forms/{formId}/routing                                   integrations:read  200     r-i-
saveRouting               POST   /v1/forms/{formId}/routing                                   integrations:write 200     -di- routing.saved 409
previewRouting            POST   /v1/forms/{formId}/routing/preview                           integrations:read  200     r-i-
getAutoresponder          GET    /v1/forms/{formId}/autoresponder                             integrations:read  200     r-i-
saveAutoresponder         POST   /v1/forms/{formId}/autoresponder                             integrations:write 200     -di- autoresponder.saved 409
previewAutoresponder      POST   /v1/forms/{formId}/autoresponder/preview                     integrations:read  200     r-i-
getWebhook                GET    /v1/forms/{formId}/webhook                                   integrations:read  200     r-i-
saveWebhook               POST   /v1/forms/{formId}/webhook                                   integrations:write 200,201 -di- webhook.updated 409
deleteWebhook             DELETE /v1/forms/{formId}/webhook                                   integrations:write 204     -di- webhook.deleted
rotateWebhookSecret       POST   /v1/forms/{formId}/webhook/rotate-secret                     integrations:write 200     -d-- webhook.secret_rotated 409
testWebhook               POST   /v1/forms/{formId}/webhook/test                              integrations:write 202     ---o - 429
listWebhookDeliveries     GET    /v1/forms/{formId}/webhook/deliveries                        submissions:read   200     r-i-
getWebhookDelivery        GET    /v1/forms/{formId}/webhook/deliveries/{deliveryId}           submissions:read   200     r-i-
retryWebhookDelivery      POST   /v1/forms/{formId}/webhook/deliveries/{deliveryId}/retry     submissions:write  200     ---o - 409
replayWebhook             POST   /v1/forms/{formId}/webhook/replay                            submissions:write  202     ---o - 429
listDestinations          GET    /v1/forms/{formId}/destinations                              integrations:read  200     r-i-
createDestination         POST   /v1/forms/{formId}/destinations                              integrations:write 201     ---- destination.created
getDestination            GET    /v1/forms/{formId}/destinations/{destinationId}              integrations:read  200     r-i-
updateDestination         PATCH  /v1/forms/{formId}/destinations/{destinationId}              integrations:write 200     -di- destination.updated
deleteDestination         DELETE /v1/forms/{formId}/destinations/{destinationId}              integrations:write 204     -di- destination.deleted 404
testDestination           POST   /v1/forms/{formId}/destinations/{destinationId}/test         integrations:write 202     ---o - 429
rotateDestinationSecret   POST   /v1/forms/{formId}/destinations/{destinationId}/rotate-secret integrations:write 200     -d-- destination.secret_rotated
getSampleEvents           GET    /v1/forms/{formId}/sample-event                              submissions:read   200     r-i-
listDestinationDeliveries GET    /v1/forms/{formId}/destinations/{destinationId}/deliveries   submissions:read   200     r-i-
getDestinationDelivery    GET    /v1/forms/{formId}/destinations/{destinationId}/deliveries/{deliveryId} submissions:read   200     r-i-
retryDestinationDelivery  POST   /v1/forms/{formId}/destinations/{destinationId}/deliveries/{deliveryId}/retry submissions:write  200     ---o - 409
replayDestination         POST   /v1/forms/{formId}/destinations/{destinationId}/replay       submissions:write  202     ---o - 429`;

const isAuditAction = (text: string): text is AuditAction => text in AUDIT_ACTIONS;
const Recorded = z.union([
  z.custom<AuditAction>((text) => isAuditAction(String(text))),
  z.literal("-"),
]);

const Row = z.tuple([
  z.string(),
  z.enum(["GET", "POST", "PATCH", "DELETE"]),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  Recorded.optional(),
  z.coerce.number().optional(),
]);

export const ENDPOINT_ROWS = TABLE.trim()
  .split("\n")
  .map((line) => {
    const cells = Row.parse(line.split(/ +/));
    const [operationId, method, path, scope, statuses, hints, recorded = "-", secondStatus] = cells;
    const action = recorded === "-" ? null : recorded;
    return { operationId, method, path, scope, statuses, hints, action, secondStatus };
  });
