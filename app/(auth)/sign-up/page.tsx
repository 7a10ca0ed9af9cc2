import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { getSignUpState } from "#lib/accounts/sign-up";
import { findSession } from "#lib/session/current-session";
import { AuthCard } from "../auth-card";
import { SignUpForm } from "../auth-forms";
import { WhomToAsk } from "../whom-to-ask";

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
      {state === "first" || state === "open" ? <SignUpForm /> : <Closed state={state} />}
    </AuthCard>
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
