import Link from "next/link";
import { Deliveries } from "#components/inbox/deliveries";
import { FieldList } from "#components/inbox/field-list";
import { FileList } from "#components/inbox/file-list";
import { describePlan, describeSpam, describeVisitorReply } from "#components/inbox/sentences";
import { Badge } from "#components/ui/badge";
import { Notice } from "#components/ui/notice";
import { ExactTime, RelativeTime } from "#components/ui/relative-time";
import type { Submission } from "#lib/submissions/schema";
import { retryEmailAction } from "./actions";

export function MessageView({ message }: { message: Submission }) {
  const spam = describeSpam(message.spamReason);
  return (
    <div className="grid max-w-4xl gap-8 px-4 py-6 lg:px-8">
      <header className="min-w-0">
        <h2
          id="message-heading"
          dir="auto"
          className="text-xl leading-7 font-semibold tracking-tight break-words"
        >
          {message.name ?? message.email ?? "No name"}
          {message.folder === "inbox" ? null : (
            <Badge className="ml-3 align-middle capitalize">{message.folder}</Badge>
          )}
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-2 text-muted-foreground">
          <Link href={`/forms/${message.formId}`} className="link min-w-0 break-words">
            {message.formName}
          </Link>
          <span aria-hidden>·</span>
          <ExactTime at={message.receivedAt} />
          {message.expiresAt ? (
            <>
              <span aria-hidden>·</span>
              <span>
                deleted <RelativeTime at={message.expiresAt} />
              </span>
            </>
          ) : null}
        </p>
      </header>
      {spam ? <Notice tone="warning">{spam}</Notice> : null}
      <FieldList fields={message.fields} />
      {message.attachments.length > 0 ? (
        <FileList submissionId={message.id} files={message.attachments} />
      ) : null}
      <section aria-labelledby="told-heading" className="grid gap-3">
        <h3 id="told-heading" className="font-semibold">
          Notifications
        </h3>
        <p className="max-w-prose text-pretty text-muted-foreground">
          {describePlan(message.notificationPlan)} {describeVisitorReply(message.visitorReply)}
        </p>
        <Deliveries
          deliveries={message.deliveries}
          retry={retryEmailAction.bind(null, message.id)}
        />
      </section>
    </div>
  );
}
