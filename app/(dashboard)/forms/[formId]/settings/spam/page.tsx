import { getAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { getSpamFilter } from "#lib/domain/forms/spam/filter";
import { listSenders } from "#lib/domain/forms/spam/protection";
import { getObservation } from "#lib/domain/intake/observed-challenges";
import { isModelConfigured } from "#lib/domain/spam/ask-model";
import { readWatchReport, WATCHED_MS } from "#lib/domain/spam/figures";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { SpamFilterForm } from "./filter-form";
import { ProtectionForm } from "./protection-form";
import { SenderListCard } from "./sender-list";
import { WidgetCard } from "./widget-card";

export const generateMetadata = formMetadata((name) => `Spam protection · ${name}`);

export default async function SpamProtectionPage({ params }: { params: FormParams }) {
  const { ctx, form, options } = await formPage(params);
  const now = ctx.now.getTime();
  const since = now - WATCHED_MS;
  // A younger form can't have been watched for long enough.
  const isOld = form.createdAt < since;
  const [autoresponder, filter, report, senders, observation] = await Promise.all([
    getAutoresponder(ctx, form.id),
    getSpamFilter(ctx, form.id),
    isOld ? readWatchReport(ctx, form.id) : null,
    listSenders(ctx),
    getObservation(ctx, form.id),
  ]);
  const isWatchedLong =
    filter.filter === "watch" && report && report.movable > 0 && (report.since ?? now) < since;
  return (
    <div className="grid gap-6">
      <SpamFilterForm
        formId={form.id}
        filter={filter}
        report={isWatchedLong ? report : null}
        asksModel={isModelConfigured()}
      />
      <SenderListCard list="blocked" senders={senders.blocked} />
      <SenderListCard list="safe" senders={senders.safe} />
      <ProtectionForm form={form} options={options} />
      <WidgetCard
        form={form}
        observation={observation}
        isReplyEnabled={autoresponder?.enabled === true}
      />
    </div>
  );
}
