import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { useNow, useTimeZone } from "#components/ui/clock";
import { Checkbox, Input, Label, NativeSelect } from "#components/ui/input";
import { dayBefore } from "#lib/core/dates";
import type { FormName } from "#lib/forms/forms";
import { useInboxNavigation } from "../inbox-navigation";
import { countFilters, listHref, NO_FILTERS } from "../inbox-url";

const PRESETS = [
  { label: "Today", days: 1 },
  { label: "7 days", days: 7 },
  { label: "30 days", days: 30 },
] as const;

type FilterFormProps = { forms: readonly FormName[]; onClose: () => void };

/** Sets all filters at once, so that the list loads once. */
export default function FilterForm({ forms, onClose }: FilterFormProps) {
  const { query, go } = useInboxNavigation();
  const now = useNow(60);
  const timeZone = useTimeZone();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const [formId, setFormId] = useState(query.formId ?? "");
  const [isUnread, setUnread] = useState(query.unread === "true");
  const [hasFiles, setHasFiles] = useState(query.hasFiles === "true");
  const [from, setFrom] = useState(query.from ?? "");
  const [to, setTo] = useState(query.to ?? "");
  useEffect(() => first.current?.focus(), []);
  const startOf = (days: number) => dayBefore(now, days - 1, timeZone);
  const isPreset = (days: number) => from === startOf(days) && to === "";
  const close = (href: string) => {
    onClose();
    go(href);
  };
  return (
    <form
      className="grid gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        close(
          listHref(query, {
            formId: formId || null,
            unread: isUnread ? "true" : null,
            hasFiles: hasFiles ? "true" : null,
            from: from || null,
            to: to || null,
          }),
        );
      }}
    >
      <div className="grid gap-2.5">
        <Label className="flex items-center gap-2.5 font-normal">
          <Checkbox
            ref={first}
            checked={isUnread}
            onChange={(event) => setUnread(event.currentTarget.checked)}
          />
          Unread only
        </Label>
        <Label className="flex items-center gap-2.5 font-normal">
          <Checkbox
            checked={hasFiles}
            onChange={(event) => setHasFiles(event.currentTarget.checked)}
          />
          Has files
        </Label>
      </div>
      {forms.length > 1 ? (
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-form`}>Form</Label>
          <NativeSelect
            id={`${id}-form`}
            value={formId}
            onChange={(event) => setFormId(event.currentTarget.value)}
          >
            <option value="">All forms</option>
            {forms.map((form) => (
              <option key={form.id} value={form.id}>
                {form.name}
              </option>
            ))}
          </NativeSelect>
        </div>
      ) : null}
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium">Received</legend>
        <div className="grid grid-cols-3 gap-1.5">
          {PRESETS.map(({ label, days }) => (
            <Button
              key={label}
              variant="outline"
              size="sm"
              aria-pressed={isPreset(days)}
              className="px-1 font-normal aria-pressed:border-primary aria-pressed:bg-primary/10 aria-pressed:text-primary"
              onClick={() => {
                setFrom(isPreset(days) ? "" : startOf(days));
                setTo("");
              }}
            >
              {label}
            </Button>
          ))}
        </div>
        <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">
          <Label htmlFor={`${id}-from`} className="font-normal text-muted-foreground">
            From
          </Label>
          <Input
            id={`${id}-from`}
            type="date"
            min="2000-01-01"
            max={to || "2099-12-31"}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <Label htmlFor={`${id}-to`} className="font-normal text-muted-foreground">
            To
          </Label>
          <Input
            id={`${id}-to`}
            type="date"
            min={from || "2000-01-01"}
            max="2099-12-31"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </div>
      </fieldset>
      <div className="flex justify-end gap-2">
        {countFilters(query) > 0 ? (
          <Button variant="ghost" size="sm" onClick={() => close(listHref(query, NO_FILTERS))}>
            Clear filters
          </Button>
        ) : null}
        <Button type="submit" size="sm">
          Apply
        </Button>
      </div>
    </form>
  );
}
