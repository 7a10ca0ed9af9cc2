"use client";

import { useRouter } from "next/navigation";
import { NativeSelect } from "#components/ui/native-select";
import { type InboxQuery, inboxHref } from "./inbox-href";

type FormFilterProps = { query: InboxQuery; forms: readonly { id: string; name: string }[] };

export function FormFilter({ query, forms }: FormFilterProps) {
  const router = useRouter();
  return (
    <NativeSelect
      aria-label="Form"
      value={query.formId ?? ""}
      onChange={(event) =>
        router.push(
          inboxHref(query, {
            formId: event.currentTarget.value || null,
            message: null,
            cursor: null,
          }),
        )
      }
    >
      <option value="">All forms</option>
      {forms.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
