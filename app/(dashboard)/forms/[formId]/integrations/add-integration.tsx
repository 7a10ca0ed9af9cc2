"use client";

import { useState } from "react";
import { ActionForm, IdempotencyField, SubmitButton } from "#components/form/action-form";
import { PLAIN, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { useSigningSecret } from "#components/forms/one-time-secret";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { type DestinationKind, kindLabel, recognizeKind } from "#lib/domain/endpoints/chats/kinds";
import { addIntegrationAction } from "./actions";

const HINT = (
  <>
    Paste the URL of a{" "}
    <a href="/docs/chats" className="link">
      chat
    </a>{" "}
    (Slack, Discord, Microsoft Teams, or Telegram), a{" "}
    <a href="/docs/google-sheets" className="link">
      Google Sheets
    </a>{" "}
    script, or your own app.
  </>
);

/** The section of a guide that shows the messages of each kind. */
const GUIDES: Readonly<Record<DestinationKind, string>> = {
  webhook: "webhooks",
  slack: "chats#slack",
  discord: "chats#discord",
  teams: "chats#microsoft-teams",
  telegram: "chats#telegram",
  sheets: "google-sheets",
};

type AddIntegrationProps = {
  formId: string;
  /** Whether the form has a webhook. If not, the URL of someone’s own app becomes it. */
  hasWebhook: boolean;
};

/** Adds the integration for a pasted URL. For every kind, a test is sent next. */
export function AddIntegration({ formId, hasWebhook }: AddIntegrationProps) {
  const [url, setUrl] = useState("");
  const [secret, showSecret] = useSigningSecret(
    "Webhook connected",
    // That page has the guided test.
    hasWebhook ? null : `/forms/${formId}/integrations/webhook`,
  );
  // A new form, with a new idempotency key, for the next destination.
  const [round, setRound] = useState(0);
  const kind = recognizeKind(url);
  const isFormWebhook = kind === "webhook" && !hasWebhook;
  if (secret)
    return (
      <Card>
        <CardContent>{secret}</CardContent>
      </Card>
    );
  return (
    <Card>
      <CardHeader
        title="Add an integration"
        description="Messages also go to a chat, a sheet, or an app, as soon as they arrive."
      />
      <ActionForm
        key={round}
        action={addIntegrationAction.bind(null, formId)}
        onDone={({ secret: made }) => {
          setUrl("");
          setRound(round + 1);
          if (made) showSecret(made);
        }}
      >
        <IdempotencyField />
        <CardContent className="grid gap-5">
          <FormMessage />
          <TextField
            name="url"
            label="URL"
            type="url"
            hint={kind === null ? HINT : <KindHint kind={kind} isFormWebhook={isFormWebhook} />}
            onChange={(event) => setUrl(event.target.value)}
            {...PLAIN}
            required
          />
          {kind === null || isFormWebhook ? null : (
            <TextField
              name="name"
              label="Name"
              hint="Optional. A name to recognize it by, such as the channel’s."
              placeholder={kindLabel(kind)}
              maxLength={60}
              autoComplete="off"
            />
          )}
        </CardContent>
        <CardFooter>
          <SubmitButton>Add and send a test</SubmitButton>
        </CardFooter>
      </ActionForm>
    </Card>
  );
}

type KindHintProps = { kind: DestinationKind; isFormWebhook: boolean };

function KindHint({ kind, isFormWebhook }: KindHintProps) {
  return (
    <>
      This is a {kind === "webhook" ? "webhook" : kindLabel(kind)} URL.{" "}
      {isFormWebhook
        ? "Once your app has the signing secret, a guided test shows whether it verifies events. "
        : null}
      See{" "}
      <a href={`/docs/${GUIDES[kind]}`} className="link">
        what arrives
      </a>
      .
    </>
  );
}
