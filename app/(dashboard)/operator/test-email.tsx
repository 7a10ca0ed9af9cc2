"use client";

import { LoaderCircle, Mail } from "lucide-react";
import { useState, useTransition } from "react";
import { callAction } from "#components/form/use-action.ts";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import type { TestEmailResult } from "#lib/operations/send-test-email";
import { sendTestEmailAction } from "./actions";

/** Sends the operator an email and shows the result. */
export function TestEmail() {
  const [result, setResult] = useState<TestEmailResult | null>(null);
  const [isPending, startTransition] = useTransition();
  const send = () => {
    if (isPending) return;
    startTransition(async () => {
      const sent = await callAction(sendTestEmailAction);
      setResult(
        sent.ok ? sent.value : { tone: "danger", message: sent.error.message ?? "Try again." },
      );
    });
  };
  return (
    <div className="grid gap-4">
      <Button
        variant="outline"
        className="justify-self-start"
        aria-disabled={isPending || undefined}
        onClick={send}
      >
        {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : <Mail aria-hidden />}
        Send a test email to me
      </Button>
      <div role="status" className="empty:hidden">
        {result && !isPending ? <Notice tone={result.tone}>{result.message}</Notice> : null}
      </div>
    </div>
  );
}
