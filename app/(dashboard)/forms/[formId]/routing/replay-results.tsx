"use client";

import Link from "next/link";
import { useState } from "react";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf, formatCount } from "#lib/core/count";
import type { Replay } from "./draft";
import { describeAudience } from "./routing-words";

function summaryOf(replay: Replay): string {
  const different = replay.filter(({ isDifferent }) => isDifferent).length;
  const all = countOf(replay.length, "message");
  if (replay.length === 0) return "There is no message outside spam to try the rules on.";
  if (different === 0) return `No changes: ${all} would go to the same recipients.`;
  return `${formatCount(different)} of ${all} would go to other recipients.`;
}

/** Each message with who was told and who would be; what changes first in sight. */
export function ReplayResults({ replay }: { replay: Replay }) {
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
            {showsAll ? "Show only what changes" : `Show all ${replay.length}`}
          </Button>
        ) : null}
      </div>
      {shown.length > 0 ? (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="Messages of the replay"
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

function ReplayRow({ message }: { message: Replay[number] }) {
  const { submissionId, name, email, preview, receivedAt, was, would, isDifferent } = message;
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[2fr_3fr]">
      <div className="min-w-0">
        <p className="flex items-baseline gap-2">
          <Link
            href={`/inbox?folder=all&message=${submissionId}`}
            prefetch={false}
            className="min-w-0 truncate rounded-sm font-medium hover:underline"
          >
            <bdi>{name ?? email ?? "No name"}</bdi>
          </Link>
          <RelativeTime at={receivedAt} className="shrink-0 text-xs text-muted-foreground" />
        </p>
        <p className="truncate text-muted-foreground">
          <bdi>{preview}</bdi>
        </p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-0.5">
        <dt className="text-muted-foreground">Went to</dt>
        <dd className="min-w-0 break-words">{describeAudience(was)}</dd>
        <dt className="text-muted-foreground">Would go to</dt>
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
