import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { TextField } from "#components/form/fields";
import { TimeZoneField } from "#components/shell/time-zone-field";
import { findInstallationProvider } from "#lib/domain/accounts/providers/provider";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { getSignUpState } from "#lib/domain/accounts/sign-up";
import { findSession } from "#lib/entry/account/current-session";
import { signUpAction } from "../actions";
import { AuthCard, WhomToAsk } from "../auth-card";
import { AuthForm, FirstPasswordField } from "../auth-form";
import { OtherWays, ProviderLink } from "../provider-link";

export const metadata: Metadata = { title: "Create an account" };

const TITLES = {
  first: "Create the first account",
  open: "Create an account",
  invited: "Accounts are by invitation",
  closed: "Sign-up is closed",
} as const;

export default async function SignUpPage() {
  if (await findSession()) redirect("/");
  const state = await getSignUpState();
  const provider = findInstallationProvider();
  return (
    <AuthCard
      title={TITLES[state]}
      footer={
        state === "first" ? null : (
          <>
            Already have an account?{" "}
            <Link href="/sign-in" className="link">
              Sign in
            </Link>
          </>
        )
      }
    >
      {state === "first" || state === "open" ? (
        <div className="grid gap-5">
          {provider && isProviderRequired() ? (
            <ProviderLink next="/welcome" variant="primary">
              Sign up with {provider.name}
            </ProviderLink>
          ) : (
            <SignUpForm />
          )}
          {provider && !isProviderRequired() ? (
            <OtherWays>
              <ProviderLink next="/welcome">Sign up with {provider.name}</ProviderLink>
            </OtherWays>
          ) : null}
        </div>
      ) : (
        <Closed state={state} />
      )}
    </AuthCard>
  );
}

function SignUpForm() {
  return (
    <AuthForm action={signUpAction} submit="Create account">
      <TextField
        name="workspaceName"
        label="Workspace name"
        hint="Your company, team, or client. You can change it later."
        autoComplete="organization"
        required
      />
      <TextField name="email" label="Email" type="email" autoComplete="username" required />
      <FirstPasswordField />
      <TimeZoneField />
    </AuthForm>
  );
}

function Closed({ state }: { state: "invited" | "closed" }) {
  return (
    <div className="grid gap-3 text-pretty text-muted-foreground">
      {state === "invited" ? (
        <p>
          If you’ve been invited, open the link in your invitation email. If not, an owner of the
          workspace you want to join can invite you.
        </p>
      ) : (
        <p>This service doesn’t accept new accounts.</p>
      )}
      <p>
        <WhomToAsk />
      </p>
    </div>
  );
}
