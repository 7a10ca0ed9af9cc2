import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SwitchForm } from "#components/shell/switch-workspace";
import { Button } from "#components/ui/button";
import { findOwnLostSession } from "#lib/entry/account/current-session";
import { signOutAction } from "../../sign-out";
import { AuthCard } from "../auth-card";
import { ProviderLink } from "../provider-link";

export const metadata: Metadata = { title: "No access" };

export default async function NoAccessPage() {
  const lost = await findOwnLostSession();
  if (!lost) redirect("/");
  return (
    <AuthCard
      title={lost.provider ? "This workspace has its own sign-in" : "You no longer have access"}
      footer={
        <form action={signOutAction}>
          <button type="submit" className="link">
            Sign out
          </button>
        </form>
      }
    >
      {lost.provider ? (
        <div className="grid gap-5">
          <p className="text-pretty text-muted-foreground">
            Members of <WorkspaceName name={lost.workspaceName} /> sign in with {lost.provider.name}
            . That session opens only this workspace.
          </p>
          <ProviderLink code={lost.provider.code} connects variant="primary">
            Sign in with {lost.provider.name}
          </ProviderLink>
        </div>
      ) : (
        <p className="text-pretty text-muted-foreground">
          You’re no longer a member of <WorkspaceName name={lost.workspaceName} />. If this is a
          mistake, ask an owner of that workspace to invite you again.
        </p>
      )}
      <ul className="mt-6 grid gap-2">
        {lost.workspaces.map(({ id, name }, index) => (
          <li key={id}>
            <SwitchForm workspaceId={id}>
              <Button
                type="submit"
                variant={index === 0 && !lost.provider ? "primary" : "outline"}
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

function WorkspaceName({ name }: { name: string }) {
  return <bdi className="font-medium wrap-anywhere text-foreground">{name}</bdi>;
}
