"use client";

import { Send, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { callAction, messageOf, useAction } from "#components/form/use-action.ts";
import { DeliveryBadge } from "#components/forms/badges";
import { Badge } from "#components/ui/badge";
import { ButtonLink, IconButton } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Switch } from "#components/ui/input";
import { RelativeTime } from "#components/ui/relative-time";
import { toast } from "#components/ui/toast.ts";
import { kindLabel } from "#lib/destinations/kinds";
import type { DestinationState } from "#lib/webhooks/destination-states";
import { WaitingButton } from "../webhook/delivery-buttons";
import {
  removeDestinationAction,
  setDestinationEnabledAction,
  testDestinationAction,
} from "./actions";
import { describeConditions } from "./describe-destination";

const TEST_GAP_MS = 60_000;

type DestinationCardProps = { formId: string; destination: DestinationState };

/** A destination at a glance. Removing it takes effect once it can’t be undone anymore. */
export function DestinationCard({ formId, destination }: DestinationCardProps) {
  const { id, kind, name, url, latest, conditions, content, source } = destination;
  const [isRemoved, setRemoved] = useState(false);
  if (isRemoved) return null;
  const path = `/forms/${formId}/destinations/${id}`;
  const remove = () => {
    setRemoved(true);
    toast(`Removed “${name}”.`, {
      label: "Undo",
      run: () => setRemoved(false),
      onEnd: async () => {
        const result = await callAction(() => removeDestinationAction(formId, id));
        if (result.ok) return;
        setRemoved(false);
        toast(messageOf(result) ?? `Couldn’t remove “${name}”.`);
      },
    });
  };
  return (
    <Card className="grid grid-cols-1 gap-3 p-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <Link href={path} prefetch={false} className="min-w-0 truncate hover:underline">
              {name}
            </Link>
            <Health destination={destination} />
          </h2>
          <p className="truncate text-muted-foreground">
            {kindLabel(kind)}
            {source === null ? "" : ` · added by ${source}`} · <span title={url}>{url}</span>
          </p>
        </div>
        <EnabledSwitch formId={formId} destination={destination} />
      </div>
      <p className="text-pretty wrap-anywhere">
        {describeConditions(conditions)}
        {content === "link" ? ", as a link only" : ""}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <p className="flex min-w-0 flex-1 basis-48 items-center gap-2 text-muted-foreground">
          {latest === null ? (
            "Nothing sent yet"
          ) : (
            <>
              <Link href={`${path}/deliveries/${latest.id}`} prefetch={false}>
                <DeliveryBadge status={latest.status} />
              </Link>
              <RelativeTime at={latest.createdAt} />
            </>
          )}
        </p>
        <SendTest formId={formId} destination={destination} />
        <ButtonLink variant="outline" size="sm" href={path}>
          Details<span className="sr-only"> of {name}</span>
        </ButtonLink>
        <IconButton
          icon={<Trash2 aria-hidden />}
          label={`Remove ${name}`}
          variant="dangerGhost"
          onClick={remove}
        />
      </div>
    </Card>
  );
}

function Health({ destination: { enabled, health } }: Pick<DestinationCardProps, "destination">) {
  if (!enabled) return <Badge withDot>Off</Badge>;
  if (health !== "failing" && health !== "suspended") return null;
  return (
    <Badge tone="danger" withDot>
      {health === "failing" ? "Failing" : "Suspended"}
    </Badge>
  );
}

function EnabledSwitch({ formId, destination: { id, name, enabled } }: DestinationCardProps) {
  const { run, isPending } = useAction(() => setDestinationEnabledAction(formId, id, !enabled));
  return (
    <Switch
      aria-label={`Send messages to ${name}`}
      checked={enabled}
      disabled={isPending}
      onChange={run}
    />
  );
}

function SendTest({ formId, destination: { id, name, lastTestAt } }: DestinationCardProps) {
  const [blockedUntil, setBlockedUntil] = useState(0);
  const action = useAction(async () => {
    const result = await testDestinationAction(formId, id);
    if (!result.ok && result.error.retryAt) setBlockedUntil(result.error.retryAt);
    return result;
  });
  return (
    <WaitingButton
      {...action}
      size="sm"
      availableAt={Math.max(blockedUntil, (lastTestAt ?? 0) + TEST_GAP_MS)}
      icon={<Send aria-hidden />}
    >
      Send test<span className="sr-only"> to {name}</span>
    </WaitingButton>
  );
}
