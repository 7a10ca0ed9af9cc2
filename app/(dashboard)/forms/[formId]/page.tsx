import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { getAutoresponder } from "#lib/autoresponder/autoresponder";
import { settings } from "#lib/core/settings";
import { listRejections } from "#lib/intake/rejections";
import { countMessages, listFormActivity, NO_ACTIVITY } from "#lib/submissions/count-submissions";
import { listInbox } from "#lib/submissions/list-submissions";
import { findObstacle, InstallCard, isHosted } from "./overview/install-card";
import { FolderFigures, RecentMessages } from "./overview/messages";
import { TestForm } from "./overview/test-form";
import { type FormParams, formMetadata, formPage } from "./read-form";

const SHOWN_MESSAGES = 5;

export const generateMetadata = formMetadata((name) => name);

export default async function FormPage({ params }: { params: FormParams }) {
  const { ctx, account, form } = await formPage(params);
  const [totals, activities, autoresponder, latest, rejections] = await Promise.all([
    countMessages(ctx),
    listFormActivity(ctx, [form.id]),
    getAutoresponder(ctx, form.id),
    listInbox(ctx, { formId: form.id, folder: "all", limit: SHOWN_MESSAGES }),
    listRejections(ctx, form.id, { limit: 1 }),
  ]);
  const { baseUrl } = settings();
  const path = `/f/${form.publicKey}`;
  const isPaused = form.status === "paused";
  const isOpen = isHosted(form.settings, baseUrl);
  const siteKey = form.turnstile?.enabled ? form.turnstile.siteKey : null;
  return (
    <div className="grid gap-6">
      {isPaused ? (
        <Notice tone="warning">
          This form is paused. New submissions are rejected, and visitors see that it’s closed.
        </Notice>
      ) : null}
      <FolderFigures
        formId={form.id}
        totals={totals.filter(({ formId }) => formId === form.id)}
        activity={activities.get(form.id) ?? NO_ACTIVITY}
      />
      <InstallCard
        formId={form.id}
        isHosted={isOpen}
        form={{
          address: baseUrl + path,
          settings: form.settings,
          siteKey,
          offersReply: siteKey !== null && autoresponder?.enabled === true,
        }}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <CardHeader
            title="Send test message"
            description={
              <>
                Works exactly like a submission from your site.{" "}
                {isOpen && !isPaused ? (
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
        <Card className="overflow-hidden">
          <CardHeader title="Recent messages" className="pb-4" />
          <RecentMessages
            formId={form.id}
            messages={latest.data}
            lastRejectedAt={rejections.data[0]?.lastAt ?? null}
          />
        </Card>
      </div>
    </div>
  );
}
