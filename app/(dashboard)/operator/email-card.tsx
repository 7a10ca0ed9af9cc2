"use client";

import { Mail } from "lucide-react";
import { useState } from "react";
import { callAction } from "#components/form/use-action.ts";
import { PendingButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { RelativeTime } from "#components/ui/relative-time";
import { usePending } from "#components/ui/use-pending.ts";
import type { OperatorReport } from "#lib/entry/operations/operator-report";
import type { TestEmailResult } from "#lib/entry/operations/send-test-email";
import { sendTestEmailAction } from "./actions";

const PROVIDERS = { capture: "None: emails are captured", resend: "Resend", smtp: "SMTP" } as const;
const REPORTS = {
  reported: "Reported by Resend",
  resend: "Not reported: RESEND_WEBHOOK_SECRET isn’t set",
  smtp: "Not reported: an email server can’t report them",
  capture: "Simulated in the test inbox",
} as const;

export function EmailCard({ email }: Pick<OperatorReport, "email">) {
  const { provider, server, from, hasReports, refusal } = email;
  return (
    <Card>
      <CardHeader
        title="Email"
        description={
          provider === "capture"
            ? "Emails are captured in the test inbox, and none is sent."
            : "How emails are sent. A test email goes to your own address."
        }
      />
      <CardContent className="grid gap-6">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
          <dt className="text-muted-foreground">Provider</dt>
          <dd className="wrap-anywhere">{server ?? PROVIDERS[provider]}</dd>
          <dt className="text-muted-foreground">Sender</dt>
          <dd className="wrap-anywhere">{from}</dd>
          <dt className="text-muted-foreground">Bounces</dt>
          <dd>{REPORTS[hasReports ? "reported" : provider]}</dd>
        </dl>
        {refusal ? (
          <Notice tone="danger">
            Emails aren’t going out. {refusal.reason} First rejected{" "}
            <RelativeTime at={refusal.since} />. They wait for up to 23 hours, and go out once the
            settings are right.
          </Notice>
        ) : null}
        <TestEmail />
      </CardContent>
    </Card>
  );
}

function TestEmail() {
  const [result, setResult] = useState<TestEmailResult | null>(null);
  const { run, isPending } = usePending(async () => {
    const sent = await callAction(sendTestEmailAction);
    setResult(
      sent.ok ? sent.value : { tone: "danger", message: sent.error.message ?? "Try again." },
    );
  });
  return (
    <div className="grid gap-4">
      <PendingButton
        variant="outline"
        className="justify-self-start"
        isPending={isPending}
        icon={<Mail aria-hidden />}
        onClick={run}
      >
        Send a test email to me
      </PendingButton>
      <div role="status" className="empty:hidden">
        {result && !isPending ? <Notice tone={result.tone}>{result.message}</Notice> : null}
      </div>
    </div>
  );
}
