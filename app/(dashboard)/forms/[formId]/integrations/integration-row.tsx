"use client";

import { Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { callAction, messageOf, useAction } from "#components/form/use-action.ts";
import { DeliveryBadge, HealthBadge } from "#components/forms/badges";
import { IconButton } from "#components/ui/button";
import { Switch } from "#components/ui/input";
import { RelativeTime } from "#components/ui/relative-time";
import { toast } from "#components/ui/toast.ts";
import { kindLabel } from "#lib/domain/endpoints/chats/kinds";
import type { IntegrationState } from "#lib/domain/endpoints/destinations";
import { OPERATOR_WORDS } from "../notify/routing/draft";
import { removeDestinationAction, setDestinationEnabledAction } from "./actions";
import { integrationPath } from "./endpoint-path";
import { KindIcon } from "./kind-icon";
import { deleteWebhookAction, setWebhookEnabledAction } from "./webhook/actions";
import { SendTest } from "./webhook/delivery-buttons";

type IntegrationRowProps = {
  formId: string;
  integration: IntegrationState;
  problem: string | null;
};

/**
 * Describes in a sentence which messages an integration gets: “Messages where topic contains
 * “sales”.”
 */
function describeConditions(conditions: IntegrationState["conditions"]): string {
  if (conditions === null) return "Every message";
  const parts = conditions.rules.map(({ field, operator, value }) => {
    const words = `${field} ${OPERATOR_WORDS[operator]}`;
    return operator === "present" ? words : `${words} “${value ?? ""}”`;
  });
  return `Messages where ${parts.join(conditions.match === "all" ? " and " : " or ")}`;
}

const nameOf = ({ kind, name }: IntegrationState) => name || kindLabel(kind);

/**
 * Shows the webhook or a destination in one row. Removing it takes effect once it can’t be undone
 * anymore.
 */
export function IntegrationRow({ formId, integration, problem }: IntegrationRowProps) {
  const { id, kind, url, conditions, content, source, isFormWebhook } = integration;
  const name = nameOf(integration);
  const destinationId = isFormWebhook ? null : id;
  const [isRemoved, setRemoved] = useState(false);
  if (isRemoved) return null;
  const path = integrationPath({ formId, destinationId });
  const remove = () => {
    setRemoved(true);
    toast(`Removed “${name}”.`, {
      label: "Undo",
      run: () => setRemoved(false),
      onEnd: async () => {
        const result = await callAction(() =>
          isFormWebhook ? deleteWebhookAction(formId) : removeDestinationAction(formId, id),
        );
        if (result.ok) return;
        setRemoved(false);
        toast(messageOf(result) ?? `Couldn’t remove “${name}”.`);
      },
    });
  };
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 transition-colors hover:bg-accent/50 sm:px-6">
      <KindIcon kind={kind} />
      <div className="min-w-0 flex-1 basis-40 md:basis-52">
        <h2 className="flex min-w-0 items-center gap-3 font-medium">
          <Link href={path} prefetch={false} className="stretched-link min-w-0 truncate">
            {name}
          </Link>
          <HealthBadge {...integration} />
        </h2>
        <p className="truncate text-muted-foreground" title={url}>
          {isFormWebhook
            ? "Signed events · "
            : name === kindLabel(kind)
              ? ""
              : `${kindLabel(kind)} · `}
          {url.replace(/^https:\/\//, "")}
          {source === null ? "" : ` · added by ${source}`}
        </p>
        <p className="text-pretty wrap-anywhere text-muted-foreground">
          {describeConditions(conditions)}
          {content === "link" ? ", as a link only" : ""}
        </p>
      </div>
      <div className="relative order-last flex flex-wrap items-center gap-x-4 gap-y-2 max-md:basis-full max-md:pl-13 md:order-none">
        <Latest path={path} integration={integration} problem={problem} />
        <SendTest
          formId={formId}
          destinationId={destinationId}
          name={name}
          lastTestAt={integration.lastTestAt}
        />
        <IconButton icon={<Trash2 aria-hidden />} label={`Remove ${name}`} onClick={remove} />
      </div>
      <EnabledSwitch formId={formId} integration={integration} />
    </li>
  );
}

type LatestProps = Omit<IntegrationRowProps, "formId"> & { path: string };

function Latest({ path, integration: { latest }, problem }: LatestProps) {
  if (latest === null)
    return <p className="text-muted-foreground max-md:basis-full">Nothing sent yet</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground max-md:basis-full">
      <Link href={`${path}/deliveries/${latest.id}`} prefetch={false}>
        <DeliveryBadge status={latest.status} />
      </Link>
      {problem === null ? null : <span>{problem}</span>}
      <RelativeTime at={latest.createdAt} />
    </p>
  );
}

type SwitchProps = Omit<IntegrationRowProps, "problem">;

function EnabledSwitch({ formId, integration }: SwitchProps) {
  const { id, enabled, isFormWebhook } = integration;
  const { run, isPending } = useAction(() =>
    isFormWebhook
      ? setWebhookEnabledAction(formId, !enabled)
      : setDestinationEnabledAction(formId, id, !enabled),
  );
  return (
    <span className="relative flex">
      <Switch
        aria-label={`Send messages to ${nameOf(integration)}`}
        checked={enabled}
        disabled={isPending}
        onChange={run}
      />
    </span>
  );
}
