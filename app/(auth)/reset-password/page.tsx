import type { Metadata } from "next";
import Link from "next/link";
import { ButtonLink } from "#components/ui/button";
import { findResetLink } from "#lib/accounts/reset-password";
import { settings } from "#lib/core/settings";
import { type SearchParams, single } from "../../search-params";
import { resetPasswordAction } from "../actions";
import { AuthCard } from "../auth-card";
import { NewPasswordForm, RequestResetForm } from "../auth-forms";

export const metadata: Metadata = { title: "Reset password" };

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const token = single((await searchParams).token);
  const backToSignIn = (
    <Link href="/sign-in" className="link">
      Back to sign-in
    </Link>
  );
  // Checked before the user has picked a password.
  const link = token === undefined ? null : await findResetLink(token, new Date());
  if (token !== undefined && !link)
    return (
      <AuthCard title="This link no longer works" footer={backToSignIn}>
        <p className="text-pretty text-muted-foreground">
          It was already used or has expired. Your password hasn’t changed.
        </p>
        <ButtonLink href="/reset-password" className="mt-6 w-full">
          Request a new link
        </ButtonLink>
      </AuthCard>
    );
  if (token !== undefined && link)
    return (
      <AuthCard title="Set a new password" footer={backToSignIn}>
        <NewPasswordForm
          action={resetPasswordAction.bind(null, token)}
          asksAboutTokens={link.isVerified}
        />
      </AuthCard>
    );
  return (
    <AuthCard title="Reset password" footer={backToSignIn}>
      <RequestResetForm isCaptured={settings().email.mode === "capture"} />
    </AuthCard>
  );
}
