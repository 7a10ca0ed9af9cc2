import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { findSession } from "#lib/session/current-session";
import { localPath, type SearchParams, single } from "../../search-params";
import { AuthCard } from "../auth-card";
import { SignInForm } from "../auth-forms";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const target = localPath(single((await searchParams).next));
  if (await findSession()) redirect(target);
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          New here?{" "}
          <Link href="/sign-up" className="link">
            Create an account
          </Link>
        </>
      }
    >
      <SignInForm next={target} />
    </AuthCard>
  );
}
