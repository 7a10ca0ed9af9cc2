import { Download, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import Form from "next/form";
import Link from "next/link";
import { SelectField, TextField } from "#components/form/fields";
import { Button, buttonVariants } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { hrefTo } from "#components/ui/href.ts";
import { Pager } from "#components/ui/page";
import { type AuditFilter, ListAuditQuery } from "#lib/domain/audit/entry";
import { type AuditActor, listAudit, listAuditActors } from "#lib/domain/audit/list-audit";
import { AUDIT_GROUPS, AUDIT_KEPT_DAYS } from "#lib/domain/audit/schema";
import { readQuery, type SearchParams } from "../../../../search-params";
import { OwnersOnly } from "../../../owners-only";
import { pageSession, pageTimeZone } from "../../../page-session";
import { AuditTimeline } from "./timeline";

export const metadata: Metadata = { title: "Audit log" };

const PATH = "/settings/audit";

export default async function AuditPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await pageSession();
  const { ctx, role } = session;
  if (role !== "owner") return <OwnersOnly what="see the audit log" />;
  const { limit, cursor, ...given } = await readQuery(ListAuditQuery, searchParams);
  const filter = { ...given, timeZone: given.timeZone ?? (await pageTimeZone(session)).timeZone };
  const [{ data, nextCursor }, actors] = await Promise.all([
    listAudit(ctx, { ...filter, limit, cursor }),
    listAuditActors(ctx),
  ]);
  const { actor, group, from, to } = given;
  const isFiltered = Boolean(actor ?? group ?? from ?? to);
  return (
    <>
      <Card>
        <CardHeader
          className="pb-4 sm:pb-5"
          title="Audit log"
          description={`Who changed settings, access, and secrets, or exported data. Entries are kept for ${AUDIT_KEPT_DAYS} days.`}
        >
          <a
            href={hrefTo("/api/account/audit-log/export", filter)}
            download
            className={buttonVariants({ variant: "outline" })}
          >
            <Download aria-hidden />
            Download CSV
          </a>
        </CardHeader>
        <AuditFilters key={hrefTo(PATH, given)} filter={given} actors={actors} />
        {data.length === 0 ? (
          <EmptyState
            icon={ScrollText}
            title={isFiltered ? "No entries match" : "Nothing recorded yet"}
          >
            {isFiltered ? (
              <Link href={PATH} className="link">
                Show all entries
              </Link>
            ) : (
              "Changes to settings, tokens, recipients, and forms appear here."
            )}
          </EmptyState>
        ) : (
          <AuditTimeline entries={data} filter={given} />
        )}
      </Card>
      <Pager path={PATH} filter={given} cursor={cursor} nextCursor={nextCursor} />
    </>
  );
}

type AuditFiltersProps = { filter: AuditFilter; actors: readonly AuditActor[] };

/** The filters are in the URL, so a filtered log can be bookmarked and shared. */
function AuditFilters({ filter, actors }: AuditFiltersProps) {
  const { actor, group, from, to } = filter;
  const isKnown = actors.some((one) => one.id === actor);
  return (
    <Form
      action={PATH}
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
          <Link href={PATH} className={buttonVariants({ variant: "ghost" })}>
            Clear
          </Link>
        ) : null}
      </div>
    </Form>
  );
}
