import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { TextField } from "#components/form/fields";
import { findSession, readPendingSignIn } from "#lib/entry/account/current-session";
import { localPath, type SearchParams, singleValue } from "../../../search-params";
import { finishSignInAction } from "../../actions";
import { AuthCard } from "../../auth-card";
import { AuthForm } from "../../auth-form";

export const metadata: Metadata = { title: "Two-step verification" };

export default async function SignInCodePage({ searchParams }: { searchParams: SearchParams }) {
  const target = localPath(singleValue((await searchParams).next));
  if (await findSession()) redirect(target);
  const startAgain = `/sign-in?next=${encodeURIComponent(target)}`;
  if (!(await readPendingSignIn())) redirect(startAgain);
  return (
    <AuthCard
      title="Two-step verification"
      footer={
        <Link href={startAgain} className="link">
          Start again
        </Link>
      }
    >
      <AuthForm action={finishSignInAction} submit="Continue">
        <input type="hidden" name="next" value={target} />
        <TextField
          name="code"
          label="Code"
          hint="Six digits from your authenticator app. Lost access to it? Enter a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
      </AuthForm>
    </AuthCard>
  );
}
