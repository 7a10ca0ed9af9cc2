"use client";

import { CircleCheck, CircleDashed, CircleX, Send } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState, useTransition } from "react";
import { v4 } from "uuid";
import { TextareaField, TextField } from "#components/form/fields";
import { usePolling } from "#components/shell/use-polling.ts";
import { PendingButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { followTestAction } from "../../actions";

type Outcome = { data?: { id: string }; error?: { message: string } };

const UNREADABLE: Outcome = {
  error: {
    message: "We couldn’t read the response. Try again: the message won’t be stored twice.",
  },
};

/** Submits to a form’s public URL, like a script on a website. */
async function sendTest(path: string, form: FormData, key: string): Promise<Outcome> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "X-Requested-With": "fetch",
      },
      body: JSON.stringify(Object.fromEntries(form)),
    });
    const { data, error } = await response.json();
    return data || error ? { data, error } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

type TestFormProps = {
  path: string;
  email: string;
  /** The reason a message from here would be rejected. */
  obstacle: string | null;
  isPaused: boolean;
};

export function TestForm({ path, email, obstacle, isPaused }: TestFormProps) {
  const router = useRouter();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isPending, startTransition] = useTransition();
  const key = useRef("");

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    key.current ||= v4();
    setOutcome(null);
    startTransition(async () => {
      const result = await sendTest(path, form, key.current);
      setOutcome(result);
      if (!result.data) return;
      key.current = "";
      router.refresh();
    });
  }

  return (
    <form
      action={path}
      method="post"
      target="_blank"
      onSubmit={send}
      onChange={() => {
        key.current = "";
      }}
      className="grid gap-4"
      rel="noopener"
    >
      {obstacle ? <Notice tone="warning">{obstacle}</Notice> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name" label="Name" defaultValue="Test visitor" autoComplete="off" />
        <TextField
          name="email"
          label="Email"
          type="email"
          defaultValue={email}
          autoComplete="off"
        />
      </div>
      <TextareaField
        name="message"
        label="Message"
        defaultValue="Hello! Does this form reach the right people?"
      />
      <div aria-live="polite" className="contents">
        {outcome?.error ? <Notice tone="danger">{outcome.error.message}</Notice> : null}
        {outcome?.data ? <TestFollower key={outcome.data.id} id={outcome.data.id} /> : null}
      </div>
      <div>
        <PendingButton
          type="submit"
          variant="outline"
          disabled={isPaused}
          isPending={isPending}
          icon={<Send aria-hidden />}
        >
          Send test message
        </PendingButton>
      </div>
    </form>
  );
}

type TestProgress = Awaited<ReturnType<typeof followTestAction>>;
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
function TestFollower({ id }: { id: string }) {
  const [progress, setProgress] = useState<TestProgress | null>(null);
  const [polls, setPolls] = useState(0);
  const isDone = progress !== null && !progress.emails.some(({ status }) => isInProgress(status));
  usePolling(
    async () => {
      setPolls((count) => count + 1);
      setProgress((await followTestAction(id).catch(() => null)) ?? progress);
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
