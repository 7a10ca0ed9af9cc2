import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SwitchForm } from "#components/shell/switch-workspace";
import { Button } from "#components/ui/button";
import { findOwnLostSession } from "#lib/entry/account/current-session";
import { signOutAction } from "../../sign-out";
import { AuthCard } from "../auth-card";

export const metadata: Metadata = { title: "No access" };

export default async function NoAccessPage() {
  const lost = await findOwnLostSession();
  if (!lost) redirect("/");
  return (
    <AuthCard
      title="You no longer have access"
      footer={
        <form action={signOutAction}>
          <button type="submit" className="link">
            Sign out
          </button>
        </form>
      }
    >
      <p className="text-pretty text-muted-foreground">
        You’re no longer a member of{" "}
        <bdi className="font-medium wrap-anywhere text-foreground">{lost.workspaceName}</bdi>. If
        this is a mistake, ask an owner of that workspace to invite you again.
      </p>
      <ul className="mt-6 grid gap-2">
        {lost.workspaces.map(({ id, name }, index) => (
          <li key={id}>
            <SwitchForm workspaceId={id}>
              <Button
                type="submit"
                variant={index === 0 ? "primary" : "outline"}
                className="w-full min-w-0"
              >
                <span className="truncate">Go to {name}</span>
              </Button>
            </SwitchForm>
          </li>
        ))}
      </ul>
    </AuthCard>
  );
}
