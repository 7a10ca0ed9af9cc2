"use client";

import { History } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { ActionResult } from "#components/form/action-result.ts";
import { callAction } from "#components/form/use-action.ts";
import { senderOf } from "#components/inbox/sender.ts";
import { Badge } from "#components/ui/badge";
import { Button, PendingButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { Notice } from "#components/ui/notice";
import { RelativeTime } from "#components/ui/relative-time";
import { usePending } from "#components/ui/use-pending.ts";
import { countOf, formatCount } from "#lib/core/count";
import type { Routing } from "#lib/domain/forms/routing/schema";
import type { Form } from "#lib/domain/forms/schema";
import type { Recipient } from "#lib/domain/recipients/schema";
import type { ReplayedMessage } from "#lib/domain/submissions/replay-routing";
import { SaveBar } from "../../list-editor/save-bar";
import { areSame } from "../../list-editor/use-list-editor";
import { replayRoutingAction } from "./actions";
import {
  describeAudience,
  describeProblems,
  type RoutingRulesDraft,
  type Sample,
  withNames,
} from "./draft";
import { type OfferedMessage, PreviewCard } from "./preview-card";
import { RuleList } from "./rule-list";
import { useRoutingDraft } from "./use-routing-draft";

type RoutingEditorProps = {
  form: Form;
  saved: Routing;
  recipients: readonly Recipient[];
  messages: readonly OfferedMessage[];
  sample: Sample;
  fieldNames: readonly string[];
};

export function RoutingEditor(props: RoutingEditorProps) {
  const { form, recipients, messages, sample, fieldNames } = props;
  const state = useRoutingDraft(form.id, props.saved, recipients);
  const { draft, saved, isOn } = state;
  const turnsOn = !isOn && saved.length > 0 && draft.enabled;
  return (
    <div className="grid gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RuleList
          state={state}
          recipients={recipients}
          formRecipientIds={form.recipientIds}
          fieldNames={fieldNames}
        />
        <div className="lg:sticky lg:top-14">
          <PreviewCard formId={form.id} draft={draft} messages={messages} initialSample={sample} />
        </div>
      </div>
      <ReplayCard formId={form.id} draft={draft} hasMessages={messages.length > 0} />
      <SaveBar
        editor={state}
        label={turnsOn ? "Save and turn on" : "Save rules"}
        save={state.save}
        overwrite={state.saveOver}
      >
        {turnsOn ? (
          <Button variant="outline" onClick={state.saveTurnedOff}>
            Save without turning on
          </Button>
        ) : null}
      </SaveBar>
    </div>
  );
}

type Replay = readonly ReplayedMessage[];

type ReplayCardProps = { formId: string; draft: RoutingRulesDraft; hasMessages: boolean };

/** Runs the draft on past messages, before anything is saved. */
function ReplayCard({ formId, draft, hasMessages }: ReplayCardProps) {
  const [last, setLast] = useState<{
    draft: RoutingRulesDraft;
    result: ActionResult<Replay>;
  } | null>(null);
  const { run, isPending } = usePending(async () => {
    const config = { ...draft, rules: withNames(draft.rules) };
    const result = await callAction(
      () => replayRoutingAction(formId, { config }),
      "We lost the connection. Check your connection and try again.",
    );
    setLast({ draft, result });
  });

  return (
    <Card>
      <CardHeader
        title="Replay"
        description="Tests these rules, including unsaved changes, against your last 50 messages, excluding spam. Nothing is sent."
      >
        <PendingButton
          variant="outline"
          isPending={isPending}
          icon={<History aria-hidden />}
          disabled={!hasMessages}
          onClick={run}
        >
          Test against last 50 messages
        </PendingButton>
      </CardHeader>
      <CardContent className={cn("grid gap-4", last === null && hasMessages && "pt-0 sm:pt-0")}>
        {hasMessages ? null : <p className="text-muted-foreground">No messages to test yet.</p>}
        {last && !areSame(last.draft, draft) ? (
          <Notice>The rules have changed. Test again to update the results.</Notice>
        ) : null}
        <div aria-live="polite" className="grid gap-4 empty:hidden">
          {last && !last.result.ok ? (
            <Notice tone="warning">
              {describeProblems(last.draft.rules, last.result.error.details) ||
                last.result.error.message}
            </Notice>
          ) : null}
          {last?.result.ok ? <ReplayResults replay={last.result.value} /> : null}
        </div>
      </CardContent>
    </Card>
  );
}

function summaryOf(replay: Replay): string {
  const different = replay.filter(({ isDifferent }) => isDifferent).length;
  const all = countOf(replay.length, "message");
  if (replay.length === 0) return "No non-spam messages to test.";
  if (different === 0) return `No changes: ${all} would go to the same recipients.`;
  return `${formatCount(different)} of ${all} would go to different recipients.`;
}

function ReplayResults({ replay }: { replay: Replay }) {
  const [showsAll, setShowsAll] = useState(false);
  const changed = replay.filter(({ isDifferent }) => isDifferent);
  const shown = showsAll ? replay : changed;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="font-medium">{summaryOf(replay)}</p>
        {changed.length < replay.length ? (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? "Show only changes" : `Show all ${replay.length}`}
          </Button>
        ) : null}
      </div>
      {shown.length > 0 ? (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="Replayed messages"
          className="max-h-[32rem] overflow-y-auto rounded-md border"
        >
          <ul className="divide-y">
            {shown.map((message) => (
              <ReplayRow key={message.submissionId} message={message} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function ReplayRow({ message }: { message: ReplayedMessage }) {
  const { submissionId, sender, preview, receivedAt, was, would, isDifferent } = message;
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[2fr_3fr]">
      <div className="min-w-0">
        <p className="flex items-baseline gap-2">
          <Link
            href={`/inbox/${submissionId}`}
            prefetch={false}
            className="min-w-0 truncate rounded-sm font-medium hover:underline"
          >
            <bdi>{senderOf(sender)}</bdi>
          </Link>
          <RelativeTime at={receivedAt} className="shrink-0 text-xs text-muted-foreground" />
        </p>
        <p className="truncate text-muted-foreground">
          <bdi>{preview}</bdi>
        </p>
      </div>
      <dl className="grid content-start gap-x-3 gap-y-0.5 sm:grid-cols-[auto_1fr]">
        <dt className="text-muted-foreground">Sent to</dt>
        <dd className="min-w-0 break-words">{describeAudience(was)}</dd>
        <dt className="text-muted-foreground max-sm:mt-1.5">Would go to</dt>
        <dd className="min-w-0 break-words">
          <span className={isDifferent ? "font-semibold" : undefined}>
            {describeAudience(would)}
          </span>{" "}
          {would.ruleName === null ? null : <Badge tone="accent">{would.ruleName}</Badge>}
        </dd>
      </dl>
    </li>
  );
}
