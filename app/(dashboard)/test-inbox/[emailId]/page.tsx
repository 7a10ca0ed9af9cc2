import type { Metadata } from "next";
import { Card } from "#components/ui/card";
import { Page } from "#components/ui/page";
import { PageHeader } from "#components/ui/page-header";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import { getCapturedEmail } from "#lib/notifications/captured-emails";
import type { CapturedEmail } from "#lib/notifications/schema";
import { pageSession, readOrNotFound } from "../../page-session";
import { KINDS } from "../kinds";
import { EmailViews } from "./email-views";

export const metadata: Metadata = { title: "Captured mail" };

type EmailPageProps = { params: Promise<{ emailId: string }> };

export default async function EmailPage({ params }: EmailPageProps) {
  const { ctx } = await pageSession();
  const { emailId } = await params;
  const email = await readOrNotFound(emailId, () => getCapturedEmail(ctx, emailId));
  return (
    <Page>
      <PageHeader
        title={email.subject}
        back={{ href: "/test-inbox", label: "Test inbox" }}
        description={`${KINDS[email.kind].label} · captured, not sent`}
      />
      <Card>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-b p-4 sm:px-6">
          <dt className="text-muted-foreground">To</dt>
          <dd className="break-all">{email.to}</dd>
          <dt className="text-muted-foreground">From</dt>
          <dd className="break-all">{email.from}</dd>
          {email.replyTo ? (
            <>
              <dt className="text-muted-foreground">Reply to</dt>
              <dd className="break-all">{email.replyTo}</dd>
            </>
          ) : null}
          <dt className="text-muted-foreground">Captured</dt>
          <dd>
            <ExactTime at={email.createdAt} />{" "}
            <span className="text-muted-foreground max-sm:block">
              (<RelativeTime at={email.createdAt} />)
            </span>
          </dd>
        </dl>
        <EmailViews
          previewPath={`/test-inbox/${email.id}/preview`}
          text={email.text}
          headers={allHeaders(email)}
        />
      </Card>
    </Page>
  );
}

/** Every header that the provider is handed, the usual ones first. */
function allHeaders({ from, to, replyTo, subject, headers }: CapturedEmail): [string, string][] {
  return [
    ["From", from],
    ["To", to],
    ...(replyTo ? [["Reply-To", replyTo] satisfies [string, string]] : []),
    ["Subject", subject],
    ...Object.entries(headers),
  ];
}
