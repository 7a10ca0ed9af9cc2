"use client";

import Link from "next/link";
import { SubmitButton, useFormContext } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { Notice } from "#components/ui/notice";
import { changeEmailAction } from "../actions";
import { CurrentPasswordField, SettingsFormCard } from "../form-card";

type EmailFormProps = {
  email: string;
  isCaptured: boolean;
  /** False where people sign in with the provider only, and have no password. */
  asksForPassword: boolean;
};

export function EmailForm({ email, isCaptured, asksForPassword }: EmailFormProps) {
  return (
    <SettingsFormCard
      action={changeEmailAction}
      resetWhenDone
      onDone={() => undefined}
      title="Email"
      description={
        <>
          {asksForPassword ? "You sign in with " : "Your address is "}
          <span className="font-medium wrap-anywhere">{email}</span>. To change it, enter a new
          address and open the link we email you.
        </>
      }
      submit={<SubmitButton variant="outline">Send confirmation</SubmitButton>}
    >
      <SentNotice isCaptured={isCaptured} />
      <TextField name="email" label="New address" type="email" autoComplete="off" required />
      {asksForPassword ? <CurrentPasswordField /> : null}
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
