"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { FormAction } from "#components/form/form-state";
import { SigningSecret } from "#components/forms/signing-secret";
import { Card, CardContent } from "#components/ui/card";
import { WebhookForm } from "./webhook-form";

type WebhookSetupProps = {
  keepAs: string;
  create: FormAction;
  /** The webhook's page; null while there is none. */
  children: ReactNode;
};

/**
 * Connects the first receiver. The secret that this makes stays in sight until it is stored, also when
 * the page learns meanwhile that there is a webhook now.
 */
export function WebhookSetup({ keepAs, create, children }: WebhookSetupProps) {
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return (
      <Card>
        <CardContent>
          <SigningSecret
            title="The webhook is connected"
            secret={secret}
            onDone={() => {
              setSecret(null);
              router.refresh();
            }}
          />
        </CardContent>
      </Card>
    );
  if (children) return children;
  return (
    <WebhookForm
      webhook={null}
      warning={null}
      keepAs={keepAs}
      action={create}
      onCreated={({ secret: made }) => (made ? setSecret(made) : router.refresh())}
    />
  );
}
