import Link from "next/link";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import type { Remaining } from "#lib/domain/templates/template-schema";

/** The page of a form for each task. */
const PLACES: Readonly<Record<Remaining["code"], { path: string; label: string }>> = {
  no_recipients: { path: "notify", label: "Select recipients" },
  recipient_unmatched: { path: "notify", label: "Select recipients" },
  rule_recipient_unmatched: { path: "notify/routing", label: "Open routing" },
  reply_address_unmatched: { path: "notify/auto-reply", label: "Open the auto-reply" },
  auto_reply_off: { path: "notify/auto-reply", label: "Open the auto-reply" },
  confirmation_off: { path: "notify/auto-reply", label: "Open double opt-in" },
  logo_missing: { path: "form#page", label: "Upload a logo" },
  turnstile_missing: { path: "settings/spam", label: "Open spam protection" },
  webhook_off: { path: "integrations/webhook", label: "Open the webhook" },
  webhook_missing: { path: "integrations", label: "Open integrations" },
  destination_off: { path: "integrations", label: "Open integrations" },
  destination_missing: { path: "integrations", label: "Open integrations" },
  headers_missing: { path: "integrations", label: "Open integrations" },
  integrations_missing: { path: "integrations", label: "Open integrations" },
  subscriptions_missing: { path: "integrations", label: "Open integrations" },
};

type RemainingListProps = { remaining: readonly Remaining[]; formId?: string };

/** Lists what a form from a file still needs, with links once the form exists. */
export function RemainingList({ remaining, formId }: RemainingListProps) {
  return (
    <ul className="grid list-disc gap-2 pl-5">
      {remaining.map(({ code, path, message }) => (
        <li key={path + code} className="wrap-anywhere">
          {message}{" "}
          {formId ? (
            <Link href={`/forms/${formId}/${PLACES[code].path}`} className="link">
              {PLACES[code].label}
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type RemainingCardProps = { id: string; name: string; remaining: readonly Remaining[] };

/** The last step of creating a form from a file. */
export function RemainingCard({ id, name, remaining }: RemainingCardProps) {
  return (
    <Card>
      <CardHeader
        title={`“${name}” was created`}
        description="It accepts messages. This is left to do:"
      />
      <CardContent className="grid gap-6">
        <div role="status">
          <RemainingList remaining={remaining} formId={id} />
        </div>
        <div>
          <ButtonLink href={`/forms/${id}`}>Open the form</ButtonLink>
        </div>
      </CardContent>
    </Card>
  );
}
