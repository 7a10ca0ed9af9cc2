import type { Metadata } from "next";
import Link from "next/link";
import { PasswordField } from "#components/form/fields";
import { ButtonLink } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { findEmailLink } from "#lib/domain/accounts/confirm-email";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { findSession } from "#lib/entry/account/current-session";
import { type SearchParams, singleValue } from "../../search-params";
import { confirmEmailAction } from "../actions";
import { AuthCard } from "../auth-card";
import { AuthForm } from "../auth-form";
import { DisownForm } from "./disown-form";

export const metadata: Metadata = { title: "Confirm email" };

const TITLES = {
  change: "Confirm your new email address",
  verification: "Confirm your email address",
} as const;

const DISOWNED: Readonly<Record<string, { title: string; text: string }>> = {
  account_deleted: {
    title: "Account deleted",
    text: "The account that someone created with your address no longer exists.",
  },
  change_canceled: {
    title: "Change canceled",
    text: "The account keeps its own address. Yours isn’t connected to it.",
  },
};

/** Opening the link changes nothing, because email scanners follow links. */
export default async function ConfirmEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const { token: given, done } = await searchParams;
  const toDashboard = (
    // A prefetched page would still show the old state.
    <Link href="/" prefetch={false} className="link">
      Go to the dashboard
    </Link>
  );
  const disowned = DISOWNED[singleValue(done) ?? ""];
  if (disowned)
    return (
      <AuthCard title={disowned.title} footer={toDashboard}>
        <Notice tone="success" role="status">
          {disowned.text}
        </Notice>
      </AuthCard>
    );
  const token = singleValue(given) ?? "";
  const link = await findEmailLink(token, new Date());
  switch (link.state) {
    case "invalid":
      return (
        <AuthCard title="This link no longer works" footer={toDashboard}>
          <p className="text-pretty text-muted-foreground">
            It was already used or has expired. Request a new one: to change your address, in
            Settings; to confirm the one you signed up with, at the top of the dashboard.
          </p>
        </AuthCard>
      );
    case "confirmed":
      return (
        <AuthCard title="Address confirmed" footer={toDashboard}>
          <Notice tone="success" role="status">
            Sign in with <Address>{link.email}</Address>. Notifications go there too.
          </Notice>
        </AuthCard>
      );
    case "change":
    case "verification": {
      const session = await findSession();
      const isSignedIn = session?.account.user.id === link.userId;
      return (
        <AuthCard title={TITLES[link.state]} footer={toDashboard}>
          <div className="grid gap-6">
            {isSignedIn || !isProviderRequired() ? (
              <AuthForm action={confirmEmailAction.bind(null, token)} submit="Confirm address">
                <p className="text-pretty text-muted-foreground">
                  <Effect {...link} />
                </p>
                {isSignedIn ? null : <AccountPassword />}
              </AuthForm>
            ) : (
              <SignInToConfirm token={token} />
            )}
            {isSignedIn ? null : <DisownForm token={token} state={link.state} />}
          </div>
        </AuthCard>
      );
    }
  }
}

function Effect({ state, email }: { state: keyof typeof TITLES; email: string }) {
  if (state === "verification")
    return (
      <>
        Confirm that <Address>{email}</Address> is yours. Only confirm if you signed up yourself.
      </>
    );
  return (
    <>
      You’ll sign in with <Address>{email}</Address>. We’ll email your old address, which will no
      longer be able to sign in.
    </>
  );
}

/** The owner of the mailbox may not be the person who signed up. */
function AccountPassword() {
  return (
    <div className="grid gap-2">
      <PasswordField
        name="password"
        label="Your account’s password"
        autoComplete="current-password"
        hint="You’re not signed in to this account here, so we ask for its password."
      />
      <Link href="/reset-password" className="link justify-self-start">
        Forgot password?
      </Link>
    </div>
  );
}

/** Where people only sign in with the provider, a session is the proof that the account is theirs. */
function SignInToConfirm({ token }: { token: string }) {
  const next = `/confirm-email?token=${encodeURIComponent(token)}`;
  return (
    <div className="grid gap-5">
      <p className="text-pretty text-muted-foreground">
        Sign in to your account, and you’ll come back here to confirm the address.
      </p>
      <ButtonLink href={`/sign-in?next=${encodeURIComponent(next)}`} className="w-full">
        Sign in to continue
      </ButtonLink>
    </div>
  );
}

function Address({ children }: { children: string }) {
  return <span className="font-medium wrap-anywhere text-foreground">{children}</span>;
}
