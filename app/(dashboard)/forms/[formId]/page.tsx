import type { Metadata } from "next";
import { TestForm } from "#components/forms/test-form";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { getAutoresponder } from "#lib/autoresponder/store";
import { settings } from "#lib/core/settings";
import { toSnippetForm } from "#lib/forms/snippet-form";
import { listRejections } from "#lib/intake/rejections";
import { countMessages, listFormActivity, NO_ACTIVITY } from "#lib/submissions/count-submissions";
import { listSubmissions } from "#lib/submissions/list-submissions";
import { pageSession } from "../../page-session";
import { followTestAction } from "./actions";
import { findObstacle, InstallCard, isHosted } from "./overview/install-card";
import { FolderFigures, RecentMessages } from "./overview/messages";
import { type FormParams, readForm } from "./read-form";

const SHOWN_MESSAGES = 5;

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: (await readForm((await params).formId)).name };
}

export default async function FormPage({ params }: { params: FormParams }) {
  const { ctx, account } = await pageSession();
  const form = await readForm((await params).formId);
  const [totals, activities, autoresponder, latest, rejections] = await Promise.all([
    countMessages(ctx),
    listFormActivity(ctx, [form.id]),
    getAutoresponder(ctx, form.id),
    listSubmissions(ctx, { formId: form.id, folder: "all", limit: SHOWN_MESSAGES }),
    listRejections(ctx, form.id, { limit: 1 }),
  ]);
  const { baseUrl } = settings();
  const path = `/f/${form.publicKey}`;
  const siteKey = form.turnstile?.enabled ? form.turnstile.siteKey : null;
  return (
    <div className="grid gap-6">
      {form.status === "paused" ? (
        <Notice tone="warning">
          This form is paused. Visitors see that it’s closed, and new submissions are rejected.
        </Notice>
      ) : null}
      <FolderFigures
        formId={form.id}
        totals={totals.filter(({ formId }) => formId === form.id)}
        activity={activities.get(form.id) ?? NO_ACTIVITY}
      />
      <InstallCard
        formId={form.id}
        isHosted={isHosted(form.settings, baseUrl)}
        form={toSnippetForm(baseUrl + path, form.settings, {
          siteKey,
          offersReply: siteKey !== null && autoresponder?.enabled === true,
        })}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <CardHeader>
            <div>
              <CardTitle>Send test message</CardTitle>
              <CardDescription>
                Works exactly like a submission from your site.{" "}
                {isHosted(form.settings, baseUrl) ? (
                  <a href={path} target="_blank" rel="noreferrer" className="link">
                    Open hosted form
                  </a>
                ) : null}
              </CardDescription>
            </div>
          </CardHeader>
          <CardContent>
            <TestForm
              path={path}
              email={account.user.email}
              obstacle={findObstacle(form, baseUrl)}
              follow={followTestAction}
            />
          </CardContent>
        </Card>
        <Card className="overflow-hidden">
          <CardHeader className="pb-4">
            <CardTitle>Recent messages</CardTitle>
          </CardHeader>
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
