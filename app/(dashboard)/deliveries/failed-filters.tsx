"use client";

import { FilterForm } from "#components/form/filter-form";
import { NativeSelect } from "#components/ui/input";
import type { FormName } from "#lib/domain/forms/forms";
import type { DeliveryKind, FailedFilter } from "#lib/domain/submissions/inbox/inbox-schema";
import { kindWords } from "./kinds.ts";

type FailedFiltersProps = {
  filter: FailedFilter;
  forms: readonly FormName[];
  kinds: readonly DeliveryKind[];
};

/** Filters apply as they change. They are in the URL, so a filtered list can be shared. */
export function FailedFilters({ filter, forms, kinds }: FailedFiltersProps) {
  const { formId = "", kind = "", status = "" } = filter;
  return (
    <FilterForm
      key={`${formId} ${kind} ${status}`}
      action="/deliveries"
      className="grid gap-3 px-4 pb-4 sm:grid-cols-3 sm:px-6"
    >
      <NativeSelect name="formId" aria-label="Form" defaultValue={formId}>
        <option value="">All forms</option>
        {forms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect name="kind" aria-label="Kind" defaultValue={kind}>
        <option value="">All kinds</option>
        {kinds.map((name) => (
          <option key={name} value={name}>
            {kindWords(name).label}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect name="status" aria-label="State" defaultValue={status}>
        <option value="">All states</option>
        <option value="failed">Failed</option>
        <option value="retrying">Retrying</option>
        <option value="uncertain">Uncertain</option>
      </NativeSelect>
      <noscript>
        <button type="submit" className="link">
          Filter
        </button>
      </noscript>
    </FilterForm>
  );
}
