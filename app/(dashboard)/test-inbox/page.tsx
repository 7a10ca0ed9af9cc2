import { FlaskConical } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { Badge } from "#components/ui/badge";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { Pager } from "#components/ui/pager";
import { RelativeTime } from "#components/ui/relative-time";
import {
  type CapturedEmailItem,
  ListCapturedEmailsQuery,
} from "#lib/notifications/captured-email-schema";
import { listCapturedEmails } from "#lib/notifications/captured-emails";
import { readQuery } from "../../read-query";
import type { SearchParams } from "../../search-params";
import { pageSession } from "../page-session";
import { KindFilter } from "./kind-filter";
import { KIND_LABELS } from "./kind-labels";

export const metadata: Metadata = { title: "Test inbox" };

export default async function TestInboxPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const query = await readQuery(ListCapturedEmailsQuery, searchParams);
  const emails = await listCapturedEmails(ctx, query);
  const here = query.kind ? `/test-inbox?kind=${query.kind}` : "/test-inbox";
  return (
    <Page>
      <PageHeader
        title="Test inbox"
        description="Every mail that would have been sent, exactly as its receiver would see it. Links in it work."
        actions={<KindFilter current={query.kind ?? null} labels={KIND_LABELS} />}
      />
      <Card>
        {emails.data.length === 0 ? (
          <EmptyState
            icon={FlaskConical}
            title={query.kind ? "No mail of this kind" : "No mail yet"}
          >
            Verifications, notifications and replies to visitors land here while this is staging.
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {emails.data.map((email) => (
              <EmailRow key={email.id} email={email} />
            ))}
          </ul>
        )}
      </Card>
      <div className="mt-4">
        <Pager
          firstHref={query.cursor ? here : null}
          olderHref={
            emails.nextCursor ? `${here}${query.kind ? "&" : "?"}cursor=${emails.nextCursor}` : null
          }
        />
      </div>
    </Page>
  );
}

function EmailRow({ email }: { email: CapturedEmailItem }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 transition-colors duration-150 hover:bg-accent/50 sm:flex-nowrap sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="truncate font-medium">
          <Link
            href={`/test-inbox/${email.id}`}
            prefetch={false}
            className="after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {email.subject}
          </Link>
        </h2>
        <p className="mt-0.5 truncate text-muted-foreground">To {email.to}</p>
      </div>
      <Badge>{KIND_LABELS[email.kind]}</Badge>
      <RelativeTime
        at={email.createdAt}
        className="w-24 text-right text-muted-foreground max-sm:ml-auto"
      />
    </li>
  );
}
