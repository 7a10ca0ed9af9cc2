import type { Metadata } from "next";
import { Card } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { CopyButton } from "#components/ui/copy-button";
import { BackLink, SectionHeader } from "#components/ui/page";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import { Tabs } from "#components/ui/tabs";
import { formatBytes } from "#lib/core/count";
import { isToVisitor } from "#lib/domain/deliveries/schema";
import { getCapturedEmail } from "#lib/domain/emails/captured-emails";
import { findCapturedDelivery } from "#lib/domain/emails/report-email";
import type { CapturedEmail } from "#lib/domain/emails/schema";
import { pageSession, readOrNotFound } from "../../../page-session";
import { EMAIL_KINDS } from "../email-row";
import { BounceButton } from "./bounce-button";

export const metadata: Metadata = { title: "Captured email" };

/** Kinds of emails whose bounce has consequences. */
const BOUNCING: ReadonlySet<CapturedEmail["kind"]> = new Set([
  "notification",
  "verification",
  "visitor_reply",
  "confirmation",
  "reply",
]);

type EmailPageProps = { params: Promise<{ emailId: string }> };

export default async function EmailPage({ params }: EmailPageProps) {
  const { ctx } = await pageSession();
  const { emailId } = await params;
  const email = await readOrNotFound(emailId, () => getCapturedEmail(ctx, emailId));
  const replyTo = email.headers["Reply-To"] ?? email.replyTo;
  const delivery = await findCapturedDelivery(ctx, email.id);
  const isBounced = delivery?.providerStatus === "bounced";
  const canBounce = delivery !== null && !isBounced && BOUNCING.has(email.kind);
  return (
    <>
      <BackLink href="/test-inbox" label="Test inbox" />
      <SectionHeader
        title={email.subject}
        description={`${EMAIL_KINDS[email.kind].label} · captured, not sent`}
        actions={
          canBounce ? (
            <BounceButton emailId={email.id} to={email.to} isReply={isToVisitor(email.kind)} />
          ) : null
        }
      />
      <Card>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-b p-4 sm:px-6">
          <dt className="text-muted-foreground">To</dt>
          <dd className="break-all">{email.to}</dd>
          <dt className="text-muted-foreground">From</dt>
          <dd className="break-all">{email.from}</dd>
          {replyTo ? (
            <>
              <dt className="text-muted-foreground">Reply-to</dt>
              <dd className="break-all">{replyTo}</dd>
            </>
          ) : null}
          {email.attachments.length > 0 ? (
            <>
              <dt className="text-muted-foreground">Attached</dt>
              <dd className="wrap-anywhere">
                {email.attachments
                  .map(({ filename, size }) => `${filename} (${formatBytes(size)})`)
                  .join(", ")}
              </dd>
            </>
          ) : null}
          <dt className="text-muted-foreground">Captured</dt>
          <dd>
            <ExactTime at={email.createdAt} />{" "}
            <span className="text-muted-foreground max-sm:block">
              (<RelativeTime at={email.createdAt} />)
            </span>
          </dd>
          {isBounced ? (
            <>
              <dt className="text-muted-foreground">Bounced</dt>
              <dd>As if the mailbox didn’t exist</dd>
            </>
          ) : null}
        </dl>
        <EmailViews email={email} />
      </Card>
    </>
  );
}

/** Lists every header that is passed to the provider, the usual ones first. */
function allHeaders({ from, to, replyTo, subject, headers }: CapturedEmail): [string, string][] {
  const plain: [string, string][] =
    replyTo && !("Reply-To" in headers) ? [["Reply-To", replyTo]] : [];
  return [["From", from], ["To", to], ...plain, ["Subject", subject], ...Object.entries(headers)];
}

/**
 * Renders the email in three views. The preview has no scripts and no session; its links open in
 * new tabs.
 */
function EmailViews({ email }: { email: CapturedEmail }) {
  return (
    <Tabs
      label="Email views"
      className="pt-2"
      listClassName="px-2 sm:px-4"
      tabs={[
        {
          name: "preview",
          label: "Preview",
          content: (
            <iframe
              src={`/test-inbox/${email.id}/preview`}
              title="Email preview"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              className="block h-[76dvh] min-h-112 w-full rounded-b-md bg-white"
            />
          ),
        },
        {
          name: "text",
          label: "Plain text",
          content: (
            <CodeBlock
              code={email.text}
              title="text/plain"
              what="plain text"
              className="m-4 sm:m-6 [&_pre]:wrap-anywhere [&_pre]:whitespace-pre-wrap"
            />
          ),
        },
        { name: "headers", label: "Headers", content: <HeaderList headers={allHeaders(email)} /> },
      ]}
    />
  );
}

function HeaderList({ headers }: { headers: [string, string][] }) {
  const text = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <div className="relative">
      <dl className="divide-y px-4 py-2 pr-14 font-mono text-xs leading-5 sm:px-6 sm:pr-16">
        {headers.map(([name, value]) => (
          <div key={name} className="grid gap-x-4 py-2 sm:grid-cols-[16rem_minmax(0,1fr)]">
            <dt className="text-muted-foreground wrap-anywhere">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <CopyButton text={text} what="all headers" className="absolute top-2 right-2 sm:right-4" />
    </div>
  );
}
