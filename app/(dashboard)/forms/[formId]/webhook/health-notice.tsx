import Link from "next/link";
import { Notice } from "#components/ui/notice";
import type { Webhook } from "#lib/webhooks/schema";

type HealthNoticeProps = { formId: string; webhook: Webhook };

/** What is the matter with the receiver, and what mends it. */
export function HealthNotice({ formId, webhook }: HealthNoticeProps) {
  const test = (
    <Link href={`/forms/${formId}/webhook/test`} className="link">
      Run the guided test
    </Link>
  );
  if (!webhook.enabled)
    return (
      <Notice>
        The webhook is switched off: messages send no events. Tests are sent all the same.
      </Notice>
    );
  if (webhook.health === "suspended")
    return (
      <Notice tone="danger">
        The receiver is suspended: it said that it is gone, or nothing has reached it for 5 days.
        New events are kept as failed and can be retried. {test} to see why; a test that arrives, or
        any save, starts it again.
      </Notice>
    );
  if (webhook.health === "failing")
    return (
      <Notice tone="warning">
        The receiver fails: 3 events in a row used up all their attempts. {test} to see what to
        mend.
      </Notice>
    );
  return null;
}
