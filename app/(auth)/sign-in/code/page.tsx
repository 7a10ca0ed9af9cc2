import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { findSession, readPendingSignIn } from "#lib/session/current-session";
import { localPath, type SearchParams, single } from "../../../search-params";
import { AuthCard } from "../../auth-card";
import { SignInCodeForm } from "../../auth-forms";

export const metadata: Metadata = { title: "Two-step verification" };

export default async function SignInCodePage({ searchParams }: { searchParams: SearchParams }) {
  const target = localPath(single((await searchParams).next));
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
      <SignInCodeForm next={target} />
    </AuthCard>
  );
}
