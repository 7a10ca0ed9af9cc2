import { FlaskConical } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { RefreshOnReturn } from "#components/shell/refresh-on-return";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Notice } from "#components/ui/notice";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { Pager } from "#components/ui/pager";
import { Segmented } from "#components/ui/segmented";
import { settings } from "#lib/core/settings";
import { EmailKind } from "#lib/deliveries/schema";
import { listCapturedEmails } from "#lib/notifications/captured-emails";
import { ListCapturedEmailsQuery, MAIL_KEPT_DAYS } from "#lib/notifications/schema";
import { readQuery } from "../../read-query";
import type { SearchParams } from "../../search-params";
import { pageSession } from "../page-session";
import { EmailRow } from "./email-row";
import { KINDS } from "./kinds";

export const metadata: Metadata = { title: "Test inbox" };

export default async function TestInboxPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const query = await readQuery(ListCapturedEmailsQuery, searchParams);
  const emails = await listCapturedEmails(ctx, query);
  const here = query.kind ? `/test-inbox?kind=${query.kind}` : "/test-inbox";
  return (
    <Page>
      <RefreshOnReturn />
      <PageHeader
        title="Test inbox"
        description={`Every mail that would have been sent, exactly as its receiver would see it. Links in it work. Mails are kept for ${MAIL_KEPT_DAYS} days.`}
      />
      <div className="grid gap-4">
        {settings().email.mode === "live" ? (
          <Notice tone="warning">
            Mail is sent for real at the moment: nothing new is captured here.
          </Notice>
        ) : null}
        <KindChoice kind={query.kind} />
        <Card>
          {emails.data.length === 0 ? (
            <NoMail kind={query.kind} />
          ) : (
            <ul className="divide-y">
              {emails.data.map((email) => (
                <EmailRow key={email.id} email={email} />
              ))}
            </ul>
          )}
        </Card>
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

function KindChoice({ kind }: { kind: EmailKind | undefined }) {
  const segments = EmailKind.options.map((name) => ({
    href: `/test-inbox?kind=${name}`,
    label: KINDS[name].label,
    isHere: name === kind,
  }));
  return (
    <Segmented
      label="Kind of mail"
      segments={[{ href: "/test-inbox", label: "All", isHere: kind === undefined }, ...segments]}
    />
  );
}

function NoMail({ kind }: { kind: EmailKind | undefined }) {
  if (kind)
    return (
      <EmptyState icon={FlaskConical} title="No mail of this kind">
        There may be mail of other kinds.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={FlaskConical}
      title="No mail yet"
      action={
        <Link href="/recipients" className="link">
          Add a recipient
        </Link>
      }
    >
      Verifications, notifications and replies to visitors land here while this is staging. The
      first one comes when you add a recipient.
    </EmptyState>
  );
}
