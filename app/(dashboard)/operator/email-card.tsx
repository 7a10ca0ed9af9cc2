import { Card, CardContent, CardHeader } from "#components/ui/card";
import type { OperatorReport } from "#lib/operations/operator-report";
import { TestEmail } from "./test-email";

const PROVIDERS = { capture: "None: emails are captured", resend: "Resend", smtp: "SMTP" } as const;
const REPORTS = {
  reported: "Reported by Resend",
  resend: "Not reported: RESEND_WEBHOOK_SECRET isn’t set",
  smtp: "Not reported: an email server can’t report them",
  capture: "Simulated in the test inbox",
} as const;

/** Shows the email provider, and sends a test. */
export function EmailCard({ email }: Pick<OperatorReport, "email">) {
  const { provider, server, from, hasReports } = email;
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
        <TestEmail />
      </CardContent>
    </Card>
  );
}
