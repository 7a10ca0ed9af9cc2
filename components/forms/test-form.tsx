"use client";

import { LoaderCircle, Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { type FollowTest, TestFollower } from "#components/forms/test-progress";
import { Button } from "#components/ui/button";
import { Input, Label, Textarea } from "#components/ui/input";
import { Notice } from "#components/ui/notice";

export type TestOutcome = { kind: "received"; id: string } | { kind: "rejected"; message: string };

const UNREADABLE: TestOutcome = {
  kind: "rejected",
  message: "We couldn’t read the response. Try again: the message won’t be stored twice.",
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Parses an intake response: `{data: {id}}`, or an error. */
function toOutcome(body: unknown): TestOutcome {
  if (!isRecord(body)) return UNREADABLE;
  if (isRecord(body.data) && typeof body.data.id === "string")
    return { kind: "received", id: body.data.id };
  if (isRecord(body.error) && typeof body.error.message === "string")
    return { kind: "rejected", message: body.error.message };
  return UNREADABLE;
}

/** An idempotency key. `crypto.randomUUID` is missing without HTTPS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Submits to a form’s public URL, like a script on a website. */
export async function sendTest(
  path: string,
  fields: Record<string, unknown>,
  key: string,
): Promise<TestOutcome> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "X-Requested-With": "fetch",
      },
      body: JSON.stringify(fields),
    });
    return toOutcome(await response.json());
  } catch {
    return UNREADABLE;
  }
}

type TestFormProps = {
  path: string;
  email: string;
  /** Why a message from here would be rejected. */
  obstacle: string | null;
  follow: FollowTest;
};

/** Submits a test message the way a website does. */
export function TestForm({ path, email, obstacle, follow }: TestFormProps) {
  const router = useRouter();
  const [outcome, setOutcome] = useState<TestOutcome | "sending" | null>(null);
  const key = useRef("");

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (outcome === "sending") return;
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    key.current ||= newKey();
    setOutcome("sending");
    const answer = await sendTest(path, fields, key.current);
    setOutcome(answer);
    if (answer.kind !== "received") return;
    key.current = "";
    router.refresh();
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
        <div className="grid gap-1.5">
          <Label htmlFor="test-name">Name</Label>
          <Input id="test-name" name="name" defaultValue="Test visitor" autoComplete="off" />
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor="test-email">Email</Label>
          <Input
            id="test-email"
            name="email"
            type="email"
            defaultValue={email}
            autoComplete="off"
          />
        </div>
      </div>
      <div className="grid gap-1.5">
        <Label htmlFor="test-message">Message</Label>
        <Textarea
          id="test-message"
          name="message"
          defaultValue="Hello! Does this form reach the right people?"
        />
      </div>
      <div aria-live="polite" className="contents">
        {outcome === null || outcome === "sending" ? null : (
          <OutcomeNotice outcome={outcome} follow={follow} />
        )}
      </div>
      <div>
        <Button
          type="submit"
          variant="outline"
          aria-disabled={outcome === "sending" ? true : undefined}
        >
          {outcome === "sending" ? (
            <LoaderCircle aria-hidden className="animate-spin" />
          ) : (
            <Send aria-hidden />
          )}
          Send test message
        </Button>
      </div>
    </form>
  );
}

function OutcomeNotice({ outcome, follow }: { outcome: TestOutcome; follow: FollowTest }) {
  if (outcome.kind === "rejected") return <Notice tone="danger">{outcome.message}</Notice>;
  return <TestFollower key={outcome.id} id={outcome.id} follow={follow} />;
}
