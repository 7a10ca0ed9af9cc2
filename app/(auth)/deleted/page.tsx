import type { Metadata } from "next";
import Link from "next/link";
import { AuthCard } from "../auth-card";

export const metadata: Metadata = { title: "Deleted" };

export default function DeletedPage() {
  return (
    <AuthCard
      title="Workspace deleted"
      footer={
        <>
          <Link href="/sign-in" prefetch={false} className="link">
            Sign in
          </Link>{" "}
          to another workspace, or{" "}
          <Link href="/sign-up" prefetch={false} className="link">
            create a new account
          </Link>
          .
        </>
      }
    >
      <p className="text-pretty text-muted-foreground">
        Your workspace is no longer accessible. Its messages and files will be permanently deleted
        within a few hours. Thanks for trying Form Intake.
      </p>
    </AuthCard>
  );
}
