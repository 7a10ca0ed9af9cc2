import { useQuery } from "@tanstack/react-query";
import { startTransition, useId, useOptimistic } from "react";
import { Button } from "#components/ui/button";
import { useNow, useTimeZone } from "#components/ui/clock";
import { focusOnMount } from "#components/ui/focus.ts";
import { Checkbox, Input, Label, NativeSelect } from "#components/ui/input";
import { dayBefore } from "#lib/core/dates";
import { useInboxNavigation } from "../inbox-navigation";
import { type Change, countFilters, type InboxQuery, listHref, NO_FILTERS } from "../inbox-url";
import { colleagueOptions } from "../work/colleagues";

const PRESETS = [
  { label: "Today", days: 1 },
  { label: "7 days", days: 7 },
  { label: "30 days", days: 30 },
] as const;

/** Filters apply as they change. */
export default function InboxFilterForm() {
  const { query, forms, viewer, go } = useInboxNavigation();
  const now = useNow(60);
  const timeZone = useTimeZone();
  const id = useId();
  // Differs from the query until the list has loaded.
  const [shown, setShown] = useOptimistic(query);
  const { formId = "", hasFiles, suspected, failed, from = "", to = "" } = shown;
  const { answered = "", assigneeId = "", hasNotes = "" } = shown;
  const colleagues = useQuery(colleagueOptions()).data ?? [];
  const startOf = (days: number) => dayBefore(now, days - 1, timeZone);
  const isPreset = (days: number) => from === startOf(days) && to === "";
  const set = (change: Change) => {
    const given = Object.entries({ ...shown, ...change }).filter(([, value]) => value !== null);
    startTransition(() => {
      setShown(Object.fromEntries(given) as InboxQuery);
      go(listHref(shown, change));
    });
  };
  return (
    <div role="dialog" aria-label="Filter messages" className="grid gap-4 p-4">
      <div className="grid gap-2.5">
        <Label className="flex items-center gap-2.5 font-normal">
          <Checkbox
            ref={focusOnMount}
            checked={hasFiles === "true"}
            onChange={(event) => set({ hasFiles: event.currentTarget.checked ? "true" : null })}
          />
          Has files
        </Label>
        <Label className="flex items-center gap-2.5 font-normal">
          <Checkbox
            checked={suspected === "true"}
            onChange={(event) => set({ suspected: event.currentTarget.checked ? "true" : null })}
          />
          Looks like spam
        </Label>
        <Label className="flex items-center gap-2.5 font-normal">
          <Checkbox
            checked={failed === "true"}
            onChange={(event) => set({ failed: event.currentTarget.checked ? "true" : null })}
          />
          Not delivered
        </Label>
      </div>
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1.5">
        <Label htmlFor={`${id}-answered`}>Answered</Label>
        <NativeSelect
          id={`${id}-answered`}
          value={answered}
          onChange={({ currentTarget: { value } }) =>
            set({ answered: value === "true" || value === "false" ? value : null })
          }
        >
          <option value="">All</option>
          <option value="false">Not answered</option>
          <option value="true">Answered</option>
        </NativeSelect>
        <Label htmlFor={`${id}-assignee`}>Assigned to</Label>
        <NativeSelect
          id={`${id}-assignee`}
          value={assigneeId}
          onChange={({ currentTarget }) => set({ assigneeId: currentTarget.value || null })}
        >
          <option value="">All</option>
          <option value={viewer.id}>Me</option>
          <option value="none">No one</option>
          {colleagues
            .filter((one) => one.id !== viewer.id)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
        </NativeSelect>
        <Label htmlFor={`${id}-notes`}>Notes</Label>
        <NativeSelect
          id={`${id}-notes`}
          value={hasNotes}
          onChange={({ currentTarget: { value } }) =>
            set({ hasNotes: value === "true" || value === "false" ? value : null })
          }
        >
          <option value="">All</option>
          <option value="true">With notes</option>
          <option value="false">Without notes</option>
        </NativeSelect>
      </div>
      {forms.length > 1 ? (
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-form`}>Form</Label>
          <NativeSelect
            id={`${id}-form`}
            value={formId}
            onChange={(event) => set({ formId: event.currentTarget.value || null })}
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
              onClick={() => set({ from: isPreset(days) ? null : startOf(days), to: null })}
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
            onChange={({ currentTarget: { value, validity } }) =>
              validity.valid && set({ from: value || null })
            }
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
            onChange={({ currentTarget: { value, validity } }) =>
              validity.valid && set({ to: value || null })
            }
          />
        </div>
      </fieldset>
      {countFilters(shown) > 0 ? (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-end"
          onClick={() => set(NO_FILTERS)}
        >
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}
