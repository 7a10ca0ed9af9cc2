import { redirect } from "next/navigation";
import { OutgoingOff } from "#components/forms/outgoing-off";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { CodeBlock, CopyField } from "#components/ui/code";
import { BackLink } from "#components/ui/page";
import { Tabs } from "#components/ui/tabs";
import { RECEIVER_STEPS } from "#lib/domain/endpoints/receiver-steps";
import { getWebhook } from "#lib/domain/endpoints/store";
import { VERIFICATION_CODE, VERIFICATION_LANGUAGES } from "#lib/domain/endpoints/verification-code";
import { type FormParams, formMetadata, formPage } from "../../../read-form";
import { ReceiverTest } from "./receiver-test";

export const generateMetadata = formMetadata((name) => `Webhook test · ${name}`);

export default async function ReceiverTestPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const { id } = form;
  const webhook = await getWebhook(ctx, id);
  if (!webhook) redirect(`/forms/${id}/integrations`);
  return (
    <>
      <BackLink href={`/forms/${id}/integrations/webhook`} label="Webhook" />
      <div className="grid gap-6">
        <OutgoingOff />
        <ReceiverTest
          url={webhook.url}
          path={`/api/account/forms/${id}/receiver-test/checks`}
          titles={RECEIVER_STEPS.map(({ title }) => title)}
        />
        <Card>
          <CardHeader
            title="Sample code"
            description="A complete endpoint without dependencies. It reads the signing secret from the environment variable WEBHOOK_SECRET and serves plain HTTP, so put it behind a web server or tunnel that handles TLS."
          />
          <CardContent>
            <Tabs
              label="Language"
              tabs={VERIFICATION_LANGUAGES.map((name) => ({
                name,
                label: LABELS[name],
                content: <Sample name={name} />,
              }))}
            />
          </CardContent>
        </Card>
      </div>
    </>
  );
}

const LABELS = { node: "Node", python: "Python", php: "PHP", go: "Go" } as const;

function Sample({ name }: { name: keyof typeof LABELS }) {
  const { run, file, code } = VERIFICATION_CODE[name];
  return (
    <div className="mt-4 grid gap-3">
      <p className="text-pretty break-words text-muted-foreground">
        Save it as {file} and start it with your secret:
      </p>
      <CopyField value={`WEBHOOK_SECRET=whsec_… ${run}`} what={`${LABELS[name]} command`} />
      <CodeBlock code={code} title={file} what={`${LABELS[name]} snippet`} />
    </div>
  );
}
