import { FlaskConical, Lock } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { EmptyState } from "#components/ui/empty-state";
import { Notice } from "#components/ui/notice";
import { Pager, SectionHeader } from "#components/ui/page";
import { settings } from "#lib/core/settings/settings";
import { EmailKind } from "#lib/domain/deliveries/schema";
import { countHiddenEmails, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { EMAIL_KEPT_DAYS, ListCapturedEmailsQuery } from "#lib/domain/emails/schema";
import { readQuery, type SearchParams } from "../../../search-params";
import { pageSession } from "../../page-session";
import { EMAIL_KINDS, EmailRow } from "./email-row";
import { HiddenEmails } from "./hidden-emails";

export const metadata: Metadata = { title: "Test inbox" };

export default async function TestInboxPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const query = await readQuery(ListCapturedEmailsQuery, searchParams);
  const { kind, cursor } = query;
  const [emails, hidden] = await Promise.all([
    listCapturedEmails(ctx, query),
    countHiddenEmails(ctx),
  ]);
  return (
    <>
      <RefreshPage />
      <SectionHeader
        title="Test inbox"
        description={`Emails we captured instead of sending, exactly as recipients would see them. Links work, and emails are kept for ${EMAIL_KEPT_DAYS} days.`}
      />
      <div className="grid gap-4">
        {settings().email.mode === "live" ? (
          <Notice tone="warning">
            Emails are being delivered, so new ones aren’t captured here.
          </Notice>
        ) : null}
        <KindChoice kind={kind} />
        {hidden > 0 && (kind === undefined || kind === "account") ? (
          <HiddenEmails count={hidden} />
        ) : null}
        <Card>
          {emails.data.length === 0 ? (
            <NoEmails kind={kind} hidden={hidden} />
          ) : (
            <ul className="divide-y">
              {emails.data.map((email) => (
                <EmailRow key={email.id} email={email} />
              ))}
            </ul>
          )}
        </Card>
        <Pager
          path="/test-inbox"
          filter={{ kind }}
          cursor={cursor}
          nextCursor={emails.nextCursor}
        />
      </div>
    </>
  );
}

function KindChoice({ kind }: { kind: EmailKind | undefined }) {
  const choices = [
    { href: "/test-inbox", label: "All", isHere: kind === undefined },
    ...EmailKind.options.map((name) => ({
      href: `/test-inbox?kind=${name}`,
      label: EMAIL_KINDS[name].label,
      isHere: name === kind,
    })),
  ];
  return (
    <nav aria-label="Email type" className="max-w-full overflow-x-auto">
      <ul className="inline-flex gap-0.5 rounded-md border bg-muted p-0.5">
        {choices.map(({ href, label, isHere }) => (
          <li key={href}>
            <Link
              href={href}
              scroll={false}
              aria-current={isHere ? "page" : undefined}
              className={cn(
                "flex h-7 items-center gap-1.5 rounded-sm px-2.5 font-medium whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground focus-visible:-outline-offset-2",
                isHere && "bg-card text-foreground shadow-card",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoEmails({ kind, hidden }: { kind: EmailKind | undefined; hidden: number }) {
  if (kind === "account" && hidden > 0)
    return (
      <EmptyState icon={Lock} title="Account emails are hidden">
        Confirm that it’s you to see them for 15 minutes.
      </EmptyState>
    );
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
      In test mode, confirmation emails, notifications, and auto-replies appear here. Add a
      recipient to get the first one.
    </EmptyState>
  );
}
