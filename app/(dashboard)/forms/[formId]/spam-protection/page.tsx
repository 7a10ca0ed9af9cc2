import type { Metadata } from "next";
import { getAutoresponder } from "#lib/autoresponder/store";
import { pageSession } from "../../../page-session";
import { serializeBase, toWidgetRevision } from "../../revision";
import { type FormParams, readForm } from "../read-form";
import { connectWidgetAction, disconnectWidgetAction, saveProtectionAction } from "./actions";
import { DisconnectWidget, ProtectionForm, WidgetForm } from "./protection-forms";
import { WidgetCard } from "./widget-card";

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: `Spam protection · ${(await readForm((await params).formId)).name}` };
}

export default async function SpamProtectionPage({ params }: { params: FormParams }) {
  const { ctx } = await pageSession();
  const form = await readForm((await params).formId);
  const autoresponder = await getAutoresponder(ctx, form.id);
  const { turnstile, settings } = form;
  const hosts = settings.allowedOrigins.map((origin) => new URL(origin).hostname);
  return (
    <div className="grid gap-6">
      <WidgetCard
        widget={turnstile}
        hosts={turnstile?.hostnames ?? hosts}
        disconnect={
          turnstile ? (
            <DisconnectWidget
              isReplyEnabled={autoresponder?.enabled === true}
              action={disconnectWidgetAction.bind(null, form.id)}
            />
          ) : null
        }
      >
        <WidgetForm
          widget={turnstile}
          revision={toWidgetRevision(turnstile)}
          suggestedHosts={hosts}
          draftKey={`widget-${form.id}`}
          action={connectWidgetAction.bind(null, form.id)}
        />
      </WidgetCard>
      <ProtectionForm
        settings={settings}
        seen={serializeBase(form)}
        draftKey={`protection-${form.id}`}
        action={saveProtectionAction.bind(null, form.id)}
      />
    </div>
  );
}
