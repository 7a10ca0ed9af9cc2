import type { Metadata } from "next";
import Link from "next/link";
import { settings } from "#lib/core/settings";
import { type SearchParams, single } from "../../search-params";
import { requestResetAction, resetPasswordAction } from "../actions";
import { AuthCard } from "../auth-card";
import { NewPasswordForm } from "./new-password-form";
import { RequestResetForm } from "./request-reset-form";

export const metadata: Metadata = { title: "Reset the password" };

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const token = single((await searchParams).token);
  const backToSignIn = (
    <Link href="/sign-in" className="link">
      Back to sign-in
    </Link>
  );
  if (token)
    return (
      <AuthCard title="Choose a new password" footer={backToSignIn}>
        <NewPasswordForm action={resetPasswordAction.bind(null, token)} />
      </AuthCard>
    );
  return (
    <AuthCard title="Reset the password" footer={backToSignIn}>
      <RequestResetForm
        action={requestResetAction}
        isCaptured={settings().email.mode === "capture"}
      />
    </AuthCard>
  );
}
