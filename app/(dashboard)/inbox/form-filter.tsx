import { NativeSelect } from "#components/ui/native-select";
import type { FormName } from "#lib/forms/forms";
import { type InboxQuery, listHref } from "./inbox-href";
import type { Go } from "./list-link";

type FormFilterProps = { query: InboxQuery; forms: readonly FormName[]; go: Go };

export function FormFilter({ query, forms, go }: FormFilterProps) {
  return (
    <NativeSelect
      aria-label="Form"
      value={query.formId ?? ""}
      onChange={(event) => go(listHref(query, { formId: event.currentTarget.value || null }))}
      className="h-8"
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
