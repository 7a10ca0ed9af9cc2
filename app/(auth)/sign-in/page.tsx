import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { Notice } from "#components/ui/notice";
import { getSignUpState } from "#lib/accounts/sign-up";
import { isPublicDemo } from "#lib/core/demo";
import { arePasskeysPossible } from "#lib/factors/webauthn";
import { findSession } from "#lib/session/current-session";
import { localPath, type SearchParams, single } from "../../search-params";
import { AuthCard } from "../auth-card";
import { SignInForm } from "../auth-forms";
import { WhomToAsk } from "../whom-to-ask";
import { FirstOwner } from "./first-owner";
import { PasskeySignIn } from "./passkey-sign-in";
import { TryDemo } from "./try-demo";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const { next, reset } = await searchParams;
  const target = localPath(single(next));
  if (await findSession()) redirect(target);
  const state = await getSignUpState();
  if (state === "first") return <FirstOwner />;
  return (
    <AuthCard title="Sign in" footer={<Newcomers isOpen={state === "open"} />}>
      <div className="grid gap-5">
        <p className="-mt-3 text-pretty text-muted-foreground">
          Form Intake receives your website’s forms, keeps every message, and notifies your team.
        </p>
        {reset === "done" ? (
          <Notice tone="success" role="status">
            Your new password is set. Sign in with it and a code from your authenticator app.
          </Notice>
        ) : null}
        {isPublicDemo() ? <TryDemo /> : null}
        <SignInForm next={target} />
        {arePasskeysPossible() ? <PasskeySignIn next={target} /> : null}
      </div>
    </AuthCard>
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
