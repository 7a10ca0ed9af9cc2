import { FlaskConical } from "lucide-react";
import type { Metadata } from "next";
import { RefreshPage } from "#components/shell/use-polling";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { Notice } from "#components/ui/notice";
import { Page, PageHeader, Pager } from "#components/ui/page";
import { Segmented } from "#components/ui/segmented";
import { settings } from "#lib/core/settings";
import { EmailKind } from "#lib/deliveries/schema";
import { listCapturedEmails } from "#lib/notifications/captured-emails";
import { ListCapturedEmailsQuery, MAIL_KEPT_DAYS } from "#lib/notifications/schema";
import { readQuery, type SearchParams } from "../../search-params";
import { pageSession } from "../page-session";
import { EmailRow, KINDS } from "./email-row";

export const metadata: Metadata = { title: "Test inbox" };

export default async function TestInboxPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const query = await readQuery(ListCapturedEmailsQuery, searchParams);
  const emails = await listCapturedEmails(ctx, query);
  const here = query.kind ? `/test-inbox?kind=${query.kind}` : "/test-inbox";
  return (
    <Page>
      <RefreshPage />
      <PageHeader
        title="Test inbox"
        description={`Emails we captured instead of sending, exactly as recipients would see them. Links work, and emails are kept for ${MAIL_KEPT_DAYS} days.`}
      />
      <div className="grid gap-4">
        {settings().email.mode === "live" ? (
          <Notice tone="warning">
            Emails are being delivered, so new ones aren’t captured here.
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
      label="Email type"
      segments={[{ href: "/test-inbox", label: "All", isHere: kind === undefined }, ...segments]}
    />
  );
}

function NoMail({ kind }: { kind: EmailKind | undefined }) {
  if (kind)
    return (
      <EmptyState icon={FlaskConical} title="No emails of this type">
        Try another type.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={FlaskConical}
      title="No emails yet"
      action={
        <ButtonLink href="/recipients" variant="outline">
          Add a recipient
        </ButtonLink>
      }
    >
      On staging, confirmation emails, notifications, and auto-replies appear here. Add a recipient
      to get the first one.
    </EmptyState>
  );
}
