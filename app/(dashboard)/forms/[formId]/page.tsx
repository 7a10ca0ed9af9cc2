import Link from "next/link";
import { figuresInWords } from "#components/chart/column";
import { FigureChart } from "#components/chart/figure-chart";
import { Card, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import { listRejections } from "#lib/domain/intake/rejections";
import {
  countFormDays,
  countWaiting,
  type FormDay,
} from "#lib/domain/submissions/inbox/count-submissions";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { readTotals } from "../../page-session";
import { FindingsCard } from "./overview/findings-card";
import { InstallCard } from "./overview/install-card";
import { LiveArrivals } from "./overview/live-arrivals";
import { FolderFigures, RecentMessages } from "./overview/messages";
import { TestCard } from "./overview/test-card";
import { type FormParams, formMetadata, formPage, readFieldList } from "./read-form";

const SHOWN_MESSAGES = 5;

export const generateMetadata = formMetadata((name) => name);

/** A form’s activity, or how to install it while it has no messages. */
export default async function FormPage({ params }: { params: FormParams }) {
  const { ctx, account, form, marks, timeZone } = await formPage(params);
  const [totals, days, latest, rejections, waiting, { fields }] = await Promise.all([
    readTotals(),
    countFormDays(ctx, form.id, timeZone),
    listInbox(ctx, { formId: form.id, folder: "all", limit: SHOWN_MESSAGES }),
    listRejections(ctx, form.id, { limit: 1 }),
    countWaiting(ctx, form.id),
    readFieldList(form.id),
  ]);
  const [newest] = latest.data;
  return (
    <div className="grid gap-6">
      <FindingsCard formId={form.id} marks={marks} />
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
        {/* In the same position before and after the first message, so that it keeps showing the result of a
            test. */}
        <TestCard form={form} fields={fields} email={account.user.email} />
      </div>
    </div>
  );
}

const TITLE = "Last 30 days";
const DAYS_PER_LABEL = 7;

/** Shows the last 30 days, in the viewer’s time zone, as a chart and as a table. */
function ChartCard({ days }: { days: readonly FormDay[] }) {
  const sumOf = (name: "accepted" | "spam") => days.reduce((sum, day) => sum + day[name], 0);
  const total = figuresInWords({ accepted: sumOf("accepted"), spam: sumOf("spam") });
  const periods = days.map((day, index) => ({
    ...day,
    name: formatUtc(day.day, "dayOfYear"),
    label: index % DAYS_PER_LABEL === 1 ? formatUtc(day.day, "dayAndMonth") : "",
  }));
  return (
    <Card>
      <CardHeader className="tabular" title={TITLE} description={total} />
      <FigureChart
        of="Day"
        label={`Messages per day. ${TITLE}: ${total}`}
        caption="Accepted and spam per day"
        periods={periods}
        listed={periods.toReversed()}
        emptyText="No messages in the last 30 days"
      />
    </Card>
  );
}
