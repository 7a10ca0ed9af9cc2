"use client";

import { LoaderCircle, Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { newKey, sendTest, type TestOutcome } from "#components/forms/send-test";
import { type FollowTest, TestFollower } from "#components/forms/test-progress";
import { Button } from "#components/ui/button";
import { Input } from "#components/ui/input";
import { Label } from "#components/ui/label";
import { Notice } from "#components/ui/notice";
import { Textarea } from "#components/ui/textarea";

type TestFormProps = {
  path: string;
  email: string;
  /** Why a message from here would be refused. */
  obstacle: string | null;
  follow: FollowTest;
};

/** A real visitor's form: what it sends takes the same way as any message from a website. */
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
  if (outcome.kind === "refused") return <Notice tone="danger">{outcome.message}</Notice>;
  return <TestFollower key={outcome.id} id={outcome.id} follow={follow} />;
}
