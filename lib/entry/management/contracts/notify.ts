import { z } from "zod";
import { HOUR_MS } from "#lib/core/durations";
import {
  NotificationChoice,
  SaveNotificationChoiceInput,
} from "#lib/domain/emails/digests/choice-schema";
import { listNotificationChoices } from "#lib/domain/emails/digests/choices";
import { saveNotificationChoice } from "#lib/domain/emails/digests/save-choice";
import { IDS, TIMES } from "#lib/entry/management/contracts/examples/example";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

const daily: NotificationChoice = {
  memberId: IDS.recipient,
  name: "Ada Lovelace",
  email: "ada@example.com",
  frequency: "daily",
  hour: 9,
  timeZone: "Europe/Berlin",
  nextDigestAt: TIMES.now + HOUR_MS,
};

export const notifyEndpoints = withTag({ tag: "Recipients" }, [
  defineEndpoint("GET /v1/forms/{formId}/notify", {
    operationId: "listNotificationChoices",
    summary: "List who is notified when",
    description:
      "Returns when each member of the workspace is notified of the form's messages: immediately, by an hourly or daily digest, or never. A member who hasn't decided is notified immediately if their address is a recipient of the form, and never if it isn't.",
    scope: "forms:read",
    responses: {
      200: dataResponse(
        "Returns every member. This list isn't paginated.",
        z.array(NotificationChoice).max(50).describe("All members, owners first."),
        [daily],
      ),
    },
    data: (ctx, { params }) => listNotificationChoices(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/notify", {
    operationId: "saveNotificationChoice",
    summary: "Set when a member is notified",
    description:
      "Sets when one member is notified of the form's messages. `immediately` makes the member's address a recipient of the form, which needs a confirmed address (422 `recipient_not_verified`) and room among the workspace's 20 recipients (429 `recipient_limit_reached`) and the form's five. What came since the last digest comes in a last one, unless it's `never`. The last one to save wins.",
    scope: "forms:write",
    body: SaveNotificationChoiceInput,
    example: { body: { memberId: daily.memberId, frequency: "daily", hour: 9 } },
    responses: { 200: dataResponse("When the member is notified now.", NotificationChoice, daily) },
    errors: ["recipient_not_verified", "recipient_limit_reached"],
    data: (ctx, { params, body }) => saveNotificationChoice(ctx, params.formId, body),
  }),
]);
