import { DeliveryBadge } from "#components/forms/badges";
import { Card, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import type { DigestDelivery } from "#lib/domain/emails/digests/list-digests";
import { RetryDigest } from "./retry-digest";

/** The latest digests to members. */
export function DigestsCard({ digests }: { digests: readonly DigestDelivery[] }) {
  return (
    <Card>
      <CardHeader
        className="pb-4"
        title="Digests"
        description="The latest emails to members who asked for an hourly or daily one. You can send one that failed again. It leaves out what was deleted or moved to spam since."
      />
      <ul aria-label="Digests" className="divide-y border-t">
        {digests.map((digest) => (
          <li
            key={digest.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-6"
          >
            <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
              <bdi>{digest.email}</bdi>
              {digest.error ? (
                <span className="block text-muted-foreground">{digest.error}</span>
              ) : null}
            </p>
            <DeliveryBadge status={digest.status} />
            <RelativeTime at={digest.createdAt} className="text-muted-foreground" />
            <RetryDigest digest={digest} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
