import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { CheckboxField, PasswordField } from "#components/form/fields";
import { ButtonLink } from "#components/ui/button";
import { settings } from "#lib/core/settings/settings";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { findResetLink } from "#lib/domain/accounts/reset-password";
import { type SearchParams, singleValue } from "../../search-params";
import { resetPasswordAction } from "../actions";
import { AuthCard } from "../auth-card";
import { AuthForm } from "../auth-form";
import { RequestResetForm } from "../auth-forms";

export const metadata: Metadata = { title: "Reset password" };

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  if (isProviderRequired()) redirect("/sign-in");
  const token = singleValue((await searchParams).token);
  const backToSignIn = (
    <Link href="/sign-in" className="link">
      Back to sign-in
    </Link>
  );
  // Checked before the user enters a password.
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
        <AuthForm action={resetPasswordAction.bind(null, token)} submit="Set password">
          <PasswordField
            name="password"
            label="New password"
            autoComplete="new-password"
            hint="At least 12 characters. You’ll be signed out everywhere else."
          />
          {link.removesFactors ? (
            <p className="text-pretty text-muted-foreground">
              This also removes the account’s passkeys and authenticator app from before this
              address was confirmed. You can add them again.
            </p>
          ) : null}
          {/* Not offered on an account that someone else may have opened. */}
          {link.isVerified ? (
            <CheckboxField
              name="revokesTokens"
              label="Also revoke my API tokens"
              hint="Leave this checked if someone else may know your password. Apps using your tokens will stop working."
              defaultChecked
            />
          ) : (
            <p className="text-pretty text-muted-foreground">
              This also revokes the account’s API tokens, because this address was never confirmed.
            </p>
          )}
        </AuthForm>
      </AuthCard>
    );
  return (
    <AuthCard title="Reset password" footer={backToSignIn}>
      <RequestResetForm isCaptured={settings().email.mode === "capture"} />
    </AuthCard>
  );
}
