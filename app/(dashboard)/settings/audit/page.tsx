import { Download, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import Form from "next/form";
import Link from "next/link";
import { SelectField, TextField } from "#components/form/fields";
import { Button, buttonVariants } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { type AuditFilter, ListAuditQuery } from "#lib/audit/entry";
import { type AuditActor, listAudit, listAuditActors } from "#lib/audit/list-audit";
import { AUDIT_GROUPS, AUDIT_KEPT_DAYS } from "#lib/audit/schema";
import { viewerTimeZone } from "../../../preferences";
import { readQuery, type SearchParams } from "../../../search-params";
import { OwnersOnly } from "../../owners-only";
import { pageSession } from "../../page-session";
import { AuditTimeline } from "./timeline";

export const metadata: Metadata = { title: "Audit log" };

/** The filter as a query string of the endpoints. */
function toSearch({ actor, group, from, to, timeZone }: AuditFilter): string {
  const given = Object.entries({ actor, group, from, to, timeZone });
  return `${new URLSearchParams(given.flatMap(([name, value]) => (value ? [[name, value]] : [])))}`;
}

export default async function AuditPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  if (ctx.actor.kind === "user" && ctx.actor.role !== "owner")
    return <OwnersOnly what="see the audit log" />;
  const query = await readQuery(ListAuditQuery, searchParams);
  const filter = { ...query, timeZone: query.timeZone ?? (await viewerTimeZone()) };
  const [page, actors] = await Promise.all([listAudit(ctx, filter), listAuditActors(ctx)]);
  const { actor, group, from, to } = filter;
  const isFiltered = Boolean(actor ?? group ?? from ?? to);
  const search = toSearch(filter);
  return (
    <Card>
      <CardHeader
        className="pb-4 sm:pb-5"
        title="Audit log"
        description={`Who changed settings, access, and secrets, or exported data. Entries are kept for ${AUDIT_KEPT_DAYS} days.`}
      >
        <a
          href={`/api/account/audit-log/export?${search}`}
          download
          className={buttonVariants({ variant: "outline" })}
        >
          <Download aria-hidden />
          Download CSV
        </a>
      </CardHeader>
      <AuditFilters key={`filters ${search}`} filter={filter} actors={actors} />
      {page.data.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title={isFiltered ? "No entries match" : "Nothing recorded yet"}
        >
          {isFiltered ? (
            <Link href="/settings/audit" className="link">
              Show all entries
            </Link>
          ) : (
            "Changes to settings, tokens, recipients, and forms appear here."
          )}
        </EmptyState>
      ) : (
        <AuditTimeline key={`${search} ${query.cursor ?? ""}`} page={page} search={search} />
      )}
    </Card>
  );
}

type AuditFiltersProps = { filter: AuditFilter; actors: readonly AuditActor[] };

/** The filters are in the URL, so a filtered log can be bookmarked and shared. */
function AuditFilters({ filter, actors }: AuditFiltersProps) {
  const { actor, group, from, to } = filter;
  const isKnown = actors.some((one) => one.id === actor);
  return (
    <Form
      action="/settings/audit"
      className="grid grid-cols-2 items-end gap-3 border-t px-4 py-4 sm:grid-cols-4 sm:px-6"
    >
      <SelectField
        name="actor"
        label="Who"
        defaultValue={actor ?? ""}
        className="col-span-2 min-w-0"
      >
        <option value="">Everyone</option>
        {actors.map((one) => (
          <option key={one.id} value={one.id}>
            {one.kind === "token" ? `Token “${one.name}”` : one.name}
          </option>
        ))}
        {actor && !isKnown ? <option value={actor}>{actor}</option> : null}
      </SelectField>
      <SelectField
        name="group"
        label="What"
        defaultValue={group ?? ""}
        className="col-span-2 min-w-0"
      >
        <option value="">Everything</option>
        {Object.entries(AUDIT_GROUPS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField name="from" label="From" type="date" defaultValue={from} className="min-w-0" />
      <TextField name="to" label="To" type="date" defaultValue={to} className="min-w-0" />
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
