"use client";

import { Send } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState, useTransition } from "react";
import { v4 } from "uuid";
import { TextareaField, TextField } from "#components/form/fields";
import { PendingButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";

/** An intake response. */
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
        {outcome?.data ? (
          <Notice tone="success">
            Received.{" "}
            <Link href={`/inbox?message=${outcome.data.id}`} className="link">
              Open message
            </Link>
          </Notice>
        ) : null}
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
