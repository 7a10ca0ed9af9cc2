import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { senderOf } from "#components/inbox/sender.ts";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { CONFIRM_DAYS } from "#lib/domain/emails/auto-reply/confirmation";
import { listRejections } from "#lib/domain/intake/rejections";
import { type Finding, ListRejectionsQuery } from "#lib/domain/intake/schema";
import { countWaiting } from "#lib/domain/submissions/inbox/count-submissions";
import type { InboxItem } from "#lib/domain/submissions/inbox/inbox-schema";
import { listWaiting } from "#lib/domain/submissions/inbox/list-submissions";
import { readQuery, type SearchParams } from "../../../../search-params";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { Rejections } from "./rejections";

const SHOWN_WAITING = 20;

type DiagnosticsPageProps = { params: FormParams; searchParams: SearchParams };

export const generateMetadata = formMetadata((name) => `Why didn’t it arrive? ${name}`);

export default async function DiagnosticsPage({ params, searchParams }: DiagnosticsPageProps) {
  const { ctx, form } = await formPage(params);
  const query = await readQuery(ListRejectionsQuery, searchParams);
  const [findings, rejections, waiting, waitingCount] = await Promise.all([
    diagnoseForm(ctx, form.id),
    listRejections(ctx, form.id, query),
    listWaiting(ctx, form.id, SHOWN_WAITING),
    countWaiting(ctx, form.id),
  ]);
  return (
    <div className="grid gap-6">
      <Doctor formId={form.id} findings={findings} />
      <Waiting messages={waiting} count={waitingCount} />
      <Rejections formId={form.id} rejections={rejections} cursor={query.cursor} />
    </div>
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
        <ul className="divide-y border-t">
          {findings.map((finding, index) => (
            <FindingRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule may find several things
              key={index}
              formId={formId}
              finding={finding}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

const SEVERITY = {
  error: { Icon: CircleAlert, look: "text-destructive", word: "Losing messages" },
  warning: { Icon: TriangleAlert, look: "text-warning", word: "May lose messages" },
  note: { Icon: Info, look: "text-muted-foreground", word: "Worth knowing" },
} as const;

/** The page that fixes each finding, and its name; null for problems on the owner’s website. */
const PLACES: Readonly<Record<Finding["section"], readonly [path: string, name: string] | null>> = {
  messages: ["/inbox?formId={id}", "messages"],
  settings: ["/forms/{id}/settings", "Settings"],
  recipients: ["/recipients", "Recipients"],
  spam_protection: ["/forms/{id}/spam-protection", "Spam protection"],
  routing: ["/forms/{id}/routing", "Routing"],
  auto_reply: ["/forms/{id}/auto-reply", "Auto-reply"],
  webhook: ["/forms/{id}/webhook", "Webhook"],
  destinations: ["/forms/{id}/destinations", "Destinations"],
  usage: ["/usage", "Usage"],
  website: null,
};

function FindingRow({ formId, finding }: { formId: string; finding: Finding }) {
  const { Icon, look, word } = SEVERITY[finding.severity];
  const place = PLACES[finding.section];
  return (
    <li className="flex gap-3 px-4 py-4 sm:px-6">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">
        <p className="text-pretty break-words">
          <span className="sr-only">{word}: </span>
          {finding.what}
        </p>
        <p className="mt-1 text-pretty break-words text-muted-foreground">
          {finding.fix}{" "}
          {place ? (
            <Link href={place[0].replace("{id}", formId)} className="link whitespace-nowrap">
              Open {place[1]}
            </Link>
          ) : null}
        </p>
      </div>
    </li>
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
