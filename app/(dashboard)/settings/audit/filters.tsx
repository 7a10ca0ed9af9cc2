import Form from "next/form";
import Link from "next/link";
import { type ReactNode, useId } from "react";
import { Button, buttonVariants } from "#components/ui/button";
import { Input, Label, NativeSelect } from "#components/ui/input";
import type { AuditFilter } from "#lib/audit/entry";
import type { AuditActor } from "#lib/audit/list-audit";
import { AUDIT_GROUPS } from "#lib/audit/schema";

type AuditFiltersProps = { filter: AuditFilter; actors: readonly AuditActor[] };

/** The filters are in the URL, so a filtered log can be bookmarked and shared. */
export function AuditFilters({ filter, actors }: AuditFiltersProps) {
  const id = useId();
  const { actor, group, from, to } = filter;
  const isKnown = actors.some((one) => one.id === actor);
  return (
    <Form
      action="/settings/audit"
      className="grid grid-cols-2 items-end gap-3 border-t px-4 py-4 sm:grid-cols-4 sm:px-6"
    >
      <Filter id={`${id}-actor`} label="Who" isWide>
        <NativeSelect id={`${id}-actor`} name="actor" defaultValue={actor ?? ""}>
          <option value="">Everyone</option>
          {actors.map((one) => (
            <option key={one.id} value={one.id}>
              {one.kind === "token" ? `Token “${one.name}”` : one.name}
            </option>
          ))}
          {actor && !isKnown ? <option value={actor}>{actor}</option> : null}
        </NativeSelect>
      </Filter>
      <Filter id={`${id}-group`} label="What" isWide>
        <NativeSelect id={`${id}-group`} name="group" defaultValue={group ?? ""}>
          <option value="">Everything</option>
          {Object.entries(AUDIT_GROUPS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Filter>
      <Filter id={`${id}-from`} label="From">
        <Input id={`${id}-from`} name="from" type="date" defaultValue={from} />
      </Filter>
      <Filter id={`${id}-to`} label="To">
        <Input id={`${id}-to`} name="to" type="date" defaultValue={to} />
      </Filter>
      <div className="col-span-2 flex gap-2">
        <Button type="submit" variant="outline">
          Filter
        </Button>
        {actor || group || from || to ? (
          <Link href="/settings/audit" className={buttonVariants({ variant: "ghost" })}>
            Clear
          </Link>
        ) : null}
      </div>
    </Form>
  );
}

type FilterProps = { id: string; label: string; isWide?: boolean; children: ReactNode };

function Filter({ id, label, isWide = false, children }: FilterProps) {
  return (
    <div className={`grid min-w-0 gap-1.5 ${isWide ? "col-span-2" : ""}`}>
      <Label htmlFor={id}>{label}</Label>
      {children}
    </div>
  );
}
