import { getAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { getSpamFilter } from "#lib/domain/forms/spam/filter";
import { listSenders } from "#lib/domain/forms/spam/protection";
import { getObservation } from "#lib/domain/intake/rejections";
import { isModelConfigured } from "#lib/domain/spam/ask-model";
import { readWatchReport, WATCHED_MS } from "#lib/domain/spam/figures";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { FilterForm } from "./filter-form";
import { ProtectionForm } from "./protection-form";
import { SenderListCard } from "./sender-list";
import { WidgetCard } from "./widget-card";

export const generateMetadata = formMetadata((name) => `Spam protection · ${name}`);

export default async function SpamProtectionPage({ params }: { params: FormParams }) {
  const { ctx, form, options } = await formPage(params);
  const [autoresponder, filter, report, blocked, safe, observation] = await Promise.all([
    getAutoresponder(ctx, form.id),
    getSpamFilter(ctx, form.id),
    readWatchReport(ctx, form.id),
    listSenders(ctx, "blocked"),
    listSenders(ctx, "safe"),
    getObservation(ctx, form.id),
  ]);
  const isWatchedLong =
    filter.filter === "watch" &&
    report.movable > 0 &&
    report.since !== null &&
    report.since < ctx.now.getTime() - WATCHED_MS;
  return (
    <div className="grid gap-6">
      <FilterForm
        formId={form.id}
        filter={filter}
        report={isWatchedLong ? report : null}
        asksModel={isModelConfigured()}
      />
      <SenderListCard list="blocked" senders={blocked} />
      <SenderListCard list="safe" senders={safe} />
      <ProtectionForm form={form} options={options} />
      <WidgetCard
        form={form}
        observation={observation}
        isReplyEnabled={autoresponder?.enabled === true}
      />
    </div>
  );
}
