import type { Metadata } from "next";
import Link from "next/link";
import { AuthCard } from "../auth-card";

export const metadata: Metadata = { title: "Deleted" };

/** Where an owner is led once the workspace is gone: it knows nothing and says only that. */
export default function DeletedPage() {
  return (
    <AuthCard
      title="The workspace is deleted"
      footer={
        <Link href="/sign-up" prefetch={false} className="link">
          Create a new account
        </Link>
      }
    >
      <p className="text-pretty text-muted-foreground">
        Nothing in it can be reached any more. Its messages and files are removed for good within
        the next hours. Thank you for having been here.
      </p>
    </AuthCard>
  );
}
