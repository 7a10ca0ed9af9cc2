"use client";

import Link from "next/link";
import { SubmitButton, useFormContext } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { Notice } from "#components/ui/notice";
import { changeEmailAction } from "../actions";
import { CurrentPasswordField, SettingsFormCard } from "../form-card";

export function EmailForm({ email, isCaptured }: { email: string; isCaptured: boolean }) {
  return (
    <SettingsFormCard
      action={changeEmailAction}
      resetWhenDone
      onDone={() => undefined}
      title="Email"
      description={
        <>
          You sign in with <span className="font-medium wrap-anywhere">{email}</span>. To change it,
          enter a new address and open the link we email you.
        </>
      }
      submit={<SubmitButton variant="outline">Send confirmation</SubmitButton>}
    >
      <SentNotice isCaptured={isCaptured} />
      <TextField name="email" label="New address" type="email" autoComplete="off" required />
      <CurrentPasswordField />
    </SettingsFormCard>
  );
}

function SentNotice({ isCaptured }: { isCaptured: boolean }) {
  const { outcome } = useFormContext();
  if (!outcome) return null;
  return (
    <Notice tone="success" role="status">
      We sent a link to {outcome.message}. It expires in 30 minutes. Your address doesn’t change
      until you confirm.
      {isCaptured ? (
        <>
          {" "}
          In test mode, it’s in the{" "}
          <Link href="/test-inbox?kind=account" className="link">
            test inbox
          </Link>
          .
        </>
      ) : null}
    </Notice>
  );
}
