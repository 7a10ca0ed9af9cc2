import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { findSession } from "#lib/session/current-session";
import { AuthCard } from "../auth-card";
import { SignUpForm } from "../auth-forms";

export const metadata: Metadata = { title: "Create an account" };

export default async function SignUpPage() {
  if (await findSession()) redirect("/");
  return (
    <AuthCard
      title="Create an account"
      footer={
        <>
          Already have an account?{" "}
          <Link href="/sign-in" className="link">
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm />
    </AuthCard>
  );
}
