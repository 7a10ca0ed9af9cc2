"use client";

import { FilterForm } from "#components/form/filter-form";
import { NativeSelect } from "#components/ui/input";
import type { WebhookDeliveryItem } from "#lib/domain/endpoints/schema";

const STATES: Readonly<Record<WebhookDeliveryItem["status"], string>> = {
  failed: "Failed",
  retrying: "Retrying",
  queued: "Queued",
  sending: "Sending",
  delivered: "Delivered",
  cancelled: "Canceled",
};

type DeliveryFilterProps = { path: string; status: WebhookDeliveryItem["status"] | "" };

/** Filters by state as soon as it changes. The state is in the URL. */
export function DeliveryFilter({ path, status }: DeliveryFilterProps) {
  return (
    <FilterForm key={status} action={path} className="w-36">
      <NativeSelect name="status" aria-label="State" defaultValue={status}>
        <option value="">All states</option>
        {Object.entries(STATES).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </FilterForm>
  );
}
