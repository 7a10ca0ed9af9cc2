import Link from "next/link";
import { senderOf } from "#components/inbox/sender.ts";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { BackLink } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import { CONFIRM_DAYS } from "#lib/domain/emails/auto-reply/confirmation";
import { listRejections } from "#lib/domain/intake/rejections";
import { type Finding, ListRejectionsQuery } from "#lib/domain/intake/schema";
import { countWaiting } from "#lib/domain/submissions/inbox/count-submissions";
import type { InboxItem } from "#lib/domain/submissions/inbox/inbox-schema";
import { listWaiting } from "#lib/domain/submissions/inbox/list-submissions";
import { readQuery, type SearchParams } from "../../../../search-params";
import { type FormParams, formMetadata, formPage, readFindings } from "../read-form";
import { FindingList } from "./finding-list";
import { Rejections } from "./rejections";

const SHOWN_WAITING = 20;

type DiagnosticsPageProps = { params: FormParams; searchParams: SearchParams };

export const generateMetadata = formMetadata((name) => `Why didn’t it arrive? ${name}`);

export default async function DiagnosticsPage({ params, searchParams }: DiagnosticsPageProps) {
  const { ctx, form } = await formPage(params);
  const query = await readQuery(ListRejectionsQuery, searchParams);
  const [findings, rejections, waiting, waitingCount] = await Promise.all([
    readFindings(form.id),
    listRejections(ctx, form.id, query),
    listWaiting(ctx, form.id, SHOWN_WAITING),
    countWaiting(ctx, form.id),
  ]);
  return (
    <>
      <BackLink href={`/forms/${form.id}`} label="Messages" />
      <div className="grid gap-6">
        <Doctor formId={form.id} findings={findings} />
        <Waiting messages={waiting} count={waitingCount} />
        <Rejections formId={form.id} rejections={rejections} cursor={query.cursor} />
      </div>
    </>
  );
}

function Doctor({ formId, findings }: { formId: string; findings: readonly Finding[] }) {
  return (
    <Card>
      <CardHeader
        className="pb-4"
        title="Why didn’t it arrive?"
        description="The form doctor checks settings, recipients, the widget, auto-reply, the webhook, the latest messages, and rejected submissions."
      />
      {findings.length === 0 ? (
        <CardContent className="pt-0 sm:pt-0">
          <Notice tone="success">No problems found.</Notice>
        </CardContent>
      ) : (
        <FindingList formId={formId} findings={findings} />
      )}
    </Card>
  );
}

type WaitingProps = { messages: readonly InboxItem[]; count: number };

function Waiting({ messages, count }: WaitingProps) {
  if (messages.length === 0) return null;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        className="pb-4"
        title="Waiting for confirmation"
        description={`These visitors haven’t pressed the button in their email yet. Messages that aren’t confirmed within ${CONFIRM_DAYS} days are deleted.`}
      />
      <ul className="divide-y border-t">
        {messages.map((message) => (
          <li
            key={message.id}
            className="relative flex items-baseline gap-3 px-4 py-3 transition-colors hover:bg-accent/50 sm:px-6"
          >
            <Link
              href={`/inbox/${message.id}`}
              prefetch={false}
              className="stretched-link min-w-0 flex-1 truncate font-medium"
            >
              <bdi>{senderOf(message)}</bdi>
            </Link>
            <RelativeTime
              at={message.receivedAt}
              className="shrink-0 text-xs text-muted-foreground"
            />
          </li>
        ))}
      </ul>
      {count > messages.length ? (
        <p className="border-t px-4 py-3 text-muted-foreground sm:px-6">
          The newest {formatCount(messages.length)} of {formatCount(count)}.
        </p>
      ) : null}
    </Card>
  );
}
