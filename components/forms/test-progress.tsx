"use client";

import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Notice } from "#components/ui/notice";
import type { EmailDelivery } from "#lib/notifications/schema";

type MailStatus = EmailDelivery["status"];
export type TestProgress = {
  plan: string;
  mails: readonly { email: string; status: MailStatus }[];
};
export type FollowTest = (submissionId: string) => Promise<TestProgress>;

const ASK_AGAIN_MS = 1_000;
const MAX_ASKS = 20;

const MAIL_WORDS: Readonly<Record<MailStatus, string>> = {
  queued: "is queued",
  sending: "is being sent",
  retrying: "is tried again later",
  sent: "is sent",
  failed: "failed",
  uncertain: "may or may not have arrived",
  cancelled: "was cancelled",
};

function isUnderWay(status: MailStatus): boolean {
  return status === "queued" || status === "sending";
}

function MailIcon({ status }: { status: MailStatus }) {
  if (status === "sent")
    return <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />;
  if (isUnderWay(status))
    return <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 animate-spin" />;
  return <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />;
}

/** Follows a message that was just received until its mails have come to an end. */
export function TestFollower({ id, follow }: { id: string; follow: FollowTest }) {
  const [progress, setProgress] = useState<TestProgress | null>(null);
  const [asks, setAsks] = useState(0);
  const isDone = progress !== null && !progress.mails.some(({ status }) => isUnderWay(status));

  useEffect(() => {
    if (isDone || asks >= MAX_ASKS) return;
    let isGone = false;
    const timer = setTimeout(
      async () => {
        const found = await follow(id).catch(() => null);
        if (isGone) return;
        if (found) setProgress(found);
        setAsks(asks + 1);
      },
      asks === 0 ? 0 : ASK_AGAIN_MS,
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, follow, asks, isDone]);

  return (
    <Notice tone="success">
      <p>
        Received.{" "}
        <Link href={`/inbox?message=${id}`} className="link">
          Open the message
        </Link>
      </p>
      {progress ? <p className="mt-1">{progress.plan}</p> : null}
      {progress?.mails.length ? (
        <ul className="mt-2 grid gap-1">
          {progress.mails.map(({ email, status }) => (
            <li key={email} className="flex gap-2">
              <MailIcon status={status} />
              <span className="min-w-0 break-words">
                The mail to {email} {MAIL_WORDS[status]}.
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}
