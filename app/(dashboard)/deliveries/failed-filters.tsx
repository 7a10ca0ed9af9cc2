"use client";

import Form from "next/form";
import { NativeSelect } from "#components/ui/input";
import type { FormName } from "#lib/domain/forms/forms";
import type { FailedFilter } from "#lib/domain/submissions/inbox/inbox-schema";
import { KINDS } from "./kinds.ts";

type FailedFiltersProps = { filter: FailedFilter; forms: readonly FormName[] };

/** Filters apply as they change. They are in the URL, so a filtered list can be shared. */
export function FailedFilters({ filter, forms }: FailedFiltersProps) {
  const { formId = "", kind = "", status = "" } = filter;
  return (
    <Form
      key={`${formId} ${kind} ${status}`}
      action="/deliveries"
      scroll={false}
      onChange={(event) => event.currentTarget.requestSubmit()}
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
        <option value="">Emails and webhooks</option>
        {Object.entries(KINDS).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect name="status" aria-label="State" defaultValue={status}>
        <option value="">Failed and uncertain</option>
        <option value="failed">Failed</option>
        <option value="uncertain">Uncertain</option>
      </NativeSelect>
      <noscript>
        <button type="submit" className="link">
          Filter
        </button>
      </noscript>
    </Form>
  );
}
