"use client";

import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { usePolling } from "#components/shell/use-polling.ts";
import { Notice } from "#components/ui/notice";
import { followTestAction, type TestProgress } from "../../actions";

type EmailStatus = TestProgress["emails"][number]["status"];

const POLL_MS = 500;
const MAX_POLLS = 20;

const EMAIL_STATUS: Readonly<Record<EmailStatus, string>> = {
  queued: "is queued",
  sending: "is being sent",
  retrying: "will be retried",
  sent: "was sent",
  captured: "was captured in the test inbox",
  failed: "failed",
  uncertain: "may or may not have arrived",
  cancelled: "was canceled",
};

function isInProgress(status: EmailStatus): boolean {
  return status === "queued" || status === "sending";
}

function iconOf(status: EmailStatus) {
  if (status === "sent" || status === "captured")
    return { Icon: CircleCheck, look: "text-success" };
  if (isInProgress(status)) return { Icon: CircleDashed, look: "animate-spin" };
  return { Icon: CircleX, look: "text-warning" };
}

/** Follows a message that was just received until its emails are sent or have failed. */
export function TestFollower({ id }: { id: string }) {
  const [progress, setProgress] = useState<TestProgress | null>(null);
  const [polls, setPolls] = useState(0);
  const isDone = progress !== null && !progress.emails.some(({ status }) => isInProgress(status));
  usePolling(
    async () => {
      setPolls((count) => count + 1);
      const result = await followTestAction(id).catch(() => null);
      if (result?.ok) setProgress(result.value);
    },
    { intervalMs: POLL_MS, isActive: !isDone && polls < MAX_POLLS },
  );

  return (
    <Notice tone="success">
      <p>
        Received.{" "}
        <Link href={`/inbox?message=${id}`} className="link">
          Open message
        </Link>
      </p>
      {progress ? <p className="mt-1">{progress.plan}</p> : null}
      {progress?.emails.length ? (
        <ul className="mt-2 grid gap-1">
          {progress.emails.map(({ email, status }) => {
            const { Icon, look } = iconOf(status);
            return (
              <li key={email} className="flex gap-2">
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
                <span className="min-w-0 break-words">
                  The email to {email} {EMAIL_STATUS[status]}.
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
    </Notice>
  );
}
