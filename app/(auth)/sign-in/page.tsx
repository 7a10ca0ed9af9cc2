import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { ButtonLink } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { settings } from "#lib/core/settings/settings";
import { DEMO_EMAIL } from "#lib/domain/accounts/demo-account";
import { arePasskeysPossible } from "#lib/domain/accounts/factors/webauthn";
import {
  findInstallationProvider,
  hasWorkspaceProviders,
} from "#lib/domain/accounts/providers/provider";
import { isProviderRequired } from "#lib/domain/accounts/providers/required";
import { getSignUpState } from "#lib/domain/accounts/sign-up";
import { findSession } from "#lib/entry/account/current-session";
import { localPath, type SearchParams, singleValue } from "../../search-params";
import { AuthCard, WhomToAsk } from "../auth-card";
import { SignInForm } from "../auth-forms";
import { OtherWays, ProviderLink } from "../provider-link";
import { PasskeySignIn } from "./passkey-sign-in";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const { next, reset } = await searchParams;
  const target = localPath(singleValue(next));
  if (await findSession()) redirect(target);
  const state = await getSignUpState();
  const { isDemo, demoPassword } = settings();
  if (state === "first" && !isDemo) return <FirstOwner />;
  const provider = findInstallationProvider();
  if (provider && isProviderRequired())
    return (
      <AuthCard title="Sign in" footer={<WhomToAsk />}>
        <div className="grid gap-5">
          <Purpose />
          <ProviderLink next={target} variant="primary">
            Sign in with {provider.name}
          </ProviderLink>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard title="Sign in" footer={<Newcomers isOpen={state === "open" || state === "first"} />}>
      <div className="grid gap-5">
        <Purpose />
        {reset === "done" ? (
          <Notice tone="success" role="status">
            Your new password is set. Sign in with it and a code from your authenticator app.
          </Notice>
        ) : null}
        {demoPassword ? <DemoSignIn password={demoPassword} /> : null}
        <SignInForm next={target} />
        <OtherWaysIn next={target} />
      </div>
    </AuthCard>
  );
}

function Purpose() {
  return (
    <p className="-mt-3 text-pretty text-muted-foreground">
      Form Intake receives your website’s forms, keeps every message, and notifies your team.
    </p>
  );
}

async function OtherWaysIn({ next }: { next: string }) {
  const provider = findInstallationProvider();
  const hasPasskeys = arePasskeysPossible();
  const hasCompanies = await hasWorkspaceProviders();
  if (!provider && !hasPasskeys && !hasCompanies) return null;
  const isOnlyPasskey = !provider && !hasCompanies;
  return (
    <OtherWays {...(isOnlyPasskey && { className: "noscript:hidden" })}>
      {provider ? <ProviderLink next={next}>Sign in with {provider.name}</ProviderLink> : null}
      {hasPasskeys ? <PasskeySignIn next={next} /> : null}
      {hasCompanies ? (
        <ButtonLink href="/sign-in/company" variant="ghost" className="w-full">
          Use your company’s sign-in
        </ButtonLink>
      ) : null}
    </OtherWays>
  );
}

function DemoSignIn({ password }: { password: string }) {
  return (
    <Notice>
      This is a demo. Sign in as <code className="font-mono">{DEMO_EMAIL}</code> with the password{" "}
      <code className="font-mono wrap-anywhere">{password}</code>. Everyone shares the account, so
      don’t enter anything private.
    </Notice>
  );
}

function Newcomers({ isOpen }: { isOpen: boolean }) {
  if (!isOpen) return <WhomToAsk />;
  return (
    <>
      New here?{" "}
      <Link href="/sign-up" className="link">
        Create an account
      </Link>
    </>
  );
}

const FIRST_STEPS = [
  "Create the first account and its workspace.",
  "Create a form, and put its code on your website.",
  "Read the first message in your inbox.",
] as const;

/** Shown instead of the sign-in page while no one has an account. */
function FirstOwner() {
  return (
    <AuthCard
      title="Welcome to Form Intake"
      footer={
        <>
          Want to look around first?{" "}
          <a href="/docs" className="link">
            Read the documentation
          </a>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="-mt-3 text-pretty text-muted-foreground">
          Your installation is running, and no one has an account yet. It receives your websites’
          forms, keeps every message, and notifies your team.
        </p>
        <ol className="grid gap-3">
          {FIRST_STEPS.map((text, index) => (
            <li key={text} className="flex items-start gap-3">
              <span
                aria-hidden
                className="tabular flex size-6 shrink-0 items-center justify-center rounded-full border border-input text-sm"
              >
                {index + 1}
              </span>
              <span className="text-pretty">{text}</span>
            </li>
          ))}
        </ol>
        <ButtonLink href="/sign-up" className="w-full">
          Create the first account
        </ButtonLink>
      </div>
    </AuthCard>
  );
}
