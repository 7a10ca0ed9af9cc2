import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import { pageSession } from "../page-session";
import { WorkspaceForm } from "./account-forms";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { account, role } = await pageSession();
  return (
    <>
      {role === "owner" ? (
        <WorkspaceForm workspace={account.workspace} />
      ) : (
        <WorkspaceCard workspace={account.workspace} />
      )}
      {role === "owner" ? (
        <Card>
          <CardHeader
            className="items-center pb-4 sm:pb-6"
            title="Delete workspace"
            description="Permanently deletes all forms, messages, files, and tokens. The next page shows how many."
          >
            <ButtonLink href="/settings/delete" variant="outline" className="text-destructive">
              Delete workspace
            </ButtonLink>
          </CardHeader>
        </Card>
      ) : null}
    </>
  );
}

function WorkspaceCard({ workspace }: { workspace: { id: string; name: string } }) {
  return (
    <Card>
      <CardHeader
        title="Workspace"
        description="Only owners can rename, export, or delete the workspace."
      />
      <CardContent className="grid max-w-sm gap-5 sm:max-w-108">
        <div className="grid gap-1.5">
          <p className="font-medium">Name</p>
          <p className="wrap-anywhere">{workspace.name}</p>
        </div>
        <div className="grid gap-1.5">
          <p className="font-medium">Workspace ID</p>
          <CopyField value={workspace.id} what="workspace ID" />
        </div>
      </CardContent>
    </Card>
  );
}
