import Link from "next/link";
import { Card, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import { listRejections } from "#lib/intake/rejections";
import { countFormDays, countMessages, countWaiting } from "#lib/submissions/count-submissions";
import { listInbox } from "#lib/submissions/list-submissions";
import { viewerTimeZone } from "../../../preferences";
import { ChartCard } from "./overview/chart-card";
import { InstallCard } from "./overview/install-card";
import { LiveArrivals } from "./overview/live-arrivals";
import { FolderFigures, RecentMessages } from "./overview/messages";
import { TestCard } from "./overview/test-card";
import { type FormParams, formMetadata, formPage } from "./read-form";

const SHOWN_MESSAGES = 5;

export const generateMetadata = formMetadata((name) => name);

/** A form’s activity, or how to install it while it has no messages. */
export default async function FormPage({ params }: { params: FormParams }) {
  const { ctx, account, form } = await formPage(params);
  const [totals, days, latest, rejections, waiting] = await Promise.all([
    countMessages(ctx),
    countFormDays(ctx, form.id, await viewerTimeZone()),
    listInbox(ctx, { formId: form.id, folder: "all", limit: SHOWN_MESSAGES }),
    listRejections(ctx, form.id, { limit: 1 }),
    countWaiting(ctx, form.id),
  ]);
  const [newest] = latest.data;
  return (
    <div className="grid gap-6">
      {form.status === "paused" ? (
        <Notice tone="warning">
          This form is paused. New submissions are rejected, and visitors see that it’s closed.
        </Notice>
      ) : null}
      {waiting > 0 ? (
        <Notice>
          {waiting === 1 ? "1 message waits" : `${countOf(waiting, "message")} wait`} for the
          visitor’s confirmation.{" "}
          <Link href={`/forms/${form.id}/diagnostics`} className="link whitespace-nowrap">
            Show {waiting === 1 ? "it" : "them"}
          </Link>
        </Notice>
      ) : null}
      {newest ? (
        <div className="grid gap-6">
          <FolderFigures
            formId={form.id}
            totals={totals.filter(({ formId }) => formId === form.id)}
            latest={newest}
          />
          <ChartCard days={days} />
        </div>
      ) : (
        <InstallCard ctx={ctx} form={form} />
      )}
      <LiveArrivals newestId={newest?.id ?? null} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="overflow-hidden">
          <CardHeader title="Recent messages" className="pb-4" />
          <RecentMessages
            formId={form.id}
            messages={latest.data}
            lastRejectedAt={rejections.data[0]?.lastAt ?? null}
          />
        </Card>
        {/* In the same place before and after the first message, so that it keeps showing the result of a test. */}
        <TestCard form={form} email={account.user.email} />
      </div>
    </div>
  );
}
