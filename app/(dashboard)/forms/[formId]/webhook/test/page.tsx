import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { RECEIVER_STEPS } from "#lib/webhooks/receiver-steps";
import { getWebhook } from "#lib/webhooks/store";
import { pageSession } from "../../../../page-session";
import { type FormParams, readForm } from "../../read-form";
import { ReceiverTest } from "./receiver-test";
import { VerificationCard } from "./verification-card";

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: `Receiver test of ${(await readForm((await params).formId)).name}` };
}

export default async function ReceiverTestPage({ params }: { params: FormParams }) {
  const { ctx } = await pageSession();
  const { id } = await readForm((await params).formId);
  const webhook = await getWebhook(ctx, id);
  if (!webhook) redirect(`/forms/${id}/webhook`);
  return (
    <div className="grid gap-6">
      <p>
        <Link href={`/forms/${id}/webhook`} className="link">
          Back to the webhook
        </Link>
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ReceiverTest
          url={webhook.url}
          path={`/forms/${id}/webhook/receiver-test`}
          steps={RECEIVER_STEPS.map((step) => ({ id: step.id, title: step.title }))}
        />
        <VerificationCard />
      </div>
    </div>
  );
}
