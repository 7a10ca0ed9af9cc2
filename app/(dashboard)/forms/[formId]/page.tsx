import Link from "next/link";
import { figuresInWords } from "#components/chart/column";
import { FigureChart } from "#components/chart/figure-chart";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import { settings } from "#lib/core/settings/settings";
import type { FormWithWidget } from "#lib/domain/forms/schema";
import { listRejections } from "#lib/domain/intake/rejections";
import {
  countFormDays,
  countMessages,
  countWaiting,
  type FormDay,
} from "#lib/domain/submissions/inbox/count-submissions";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { viewerTimeZone } from "../../../preferences";
import { InstallCard, isHosted } from "./overview/install-card";
import { LiveArrivals } from "./overview/live-arrivals";
import { FolderFigures, RecentMessages } from "./overview/messages";
import { TestForm } from "./overview/test-form";
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
  const { baseUrl } = settings();
  const path = `/f/${form.publicKey}`;
  const isPaused = form.status === "paused";
  return (
    <div className="grid gap-6">
      {isPaused ? (
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
        <Card>
          <CardHeader
            title="Send test message"
            description={
              <>
                Works exactly like a submission from your site.{" "}
                {isHosted(form.settings, baseUrl) && !isPaused ? (
                  <a
                    href={path}
                    target="_blank"
                    rel="noreferrer"
                    className="link whitespace-nowrap"
                  >
                    Open hosted form
                  </a>
                ) : null}
              </>
            }
          />
          <CardContent>
            <TestForm
              path={path}
              email={account.user.email}
              obstacle={findObstacle(form, baseUrl)}
              isPaused={isPaused}
            />
          </CardContent>
        </Card>
      </div>
    </div>
  );
}

const TITLE = "Last 30 days";
const DAYS_PER_LABEL = 7;

/** The days of the last 30, in the viewer’s time zone, as a chart and as a table. */
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

/** The reason a message from the dashboard would be rejected, and what to do instead; null if it wouldn’t. */
function findObstacle(form: FormWithWidget, ownOrigin: string): string | null {
  const { allowedOrigins } = form.settings;
  if (form.status === "paused") return "This form is paused. Resume it to send a test.";
  if (!isHosted(form.settings, ownOrigin))
    return `Only ${allowedOrigins.join(", ")} can submit this form, so a test from this page would be rejected. Send it from your site.`;
  if (form.turnstile?.enabled)
    return "This form requires the Turnstile widget, which this page can’t show. Use the hosted form.";
  return null;
}
