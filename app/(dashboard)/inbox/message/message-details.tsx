import { describePlan, describeVisitorReply } from "#components/inbox/descriptions.ts";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { retryEmailAction } from "../actions";
import { Deliveries, WebhookEvents } from "./deliveries";
import { MessageSection } from "./letter";

type DetailsProps = { opened: InboxMessage; refetch: () => Promise<unknown> };

/** Everything the service did with a message. */
export function MessageDetails({ opened, refetch }: DetailsProps) {
  const { message, events, captured, blocked } = opened;

  async function retry(deliveryId: string, isUncertain: boolean) {
    const state = await retryEmailAction(message.id, deliveryId, isUncertain);
    await refetch();
    return state;
  }

  const wasSentLater = message.deliveries.some(({ kind }) => kind !== "confirmation");
  const isReplyCaptured = message.deliveries.some(
    ({ id, kind }) => kind === "visitor_reply" && id in captured,
  );
  // The first sentence already shows that the message was marked as spam.
  const reply =
    message.visitorReply.reason === "spam" && !wasSentLater
      ? ""
      : describeVisitorReply(message.visitorReply, isReplyCaptured);
  return (
    <>
      <MessageSection title="Notifications">
        <p className="max-w-prose text-pretty text-muted-foreground wrap-anywhere">
          {describePlan(message.notificationPlan, wasSentLater)}
          {reply ? ` ${reply}` : ""}
        </p>
        <Deliveries
          deliveries={message.deliveries}
          captured={captured}
          blocked={blocked}
          retry={retry}
        />
      </MessageSection>
      {events.length > 0 ? (
        <MessageSection title="Webhook">
          <WebhookEvents formId={message.formId} events={events} refetch={refetch} />
        </MessageSection>
      ) : null}
    </>
  );
}
