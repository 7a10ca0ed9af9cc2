import type { Metadata } from "next";
import { TextField } from "#components/form/fields";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import { pageSession } from "../../page-session";
import { renameWorkspaceAction } from "./actions";
import { SettingsFormCard } from "./form-card";
import { TimeZoneSelect } from "./time-zone-select";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { account, role, timeZones } = await pageSession();
  const timeZone = timeZones.workspace;
  const { id, name } = account.workspace;
  if (role !== "owner")
    return (
      <Card>
        <CardHeader
          title="Workspace"
          description="Only owners can rename, export, or delete the workspace."
        />
        <CardContent className="grid max-w-sm gap-5 sm:max-w-108">
          <div className="grid gap-1.5">
            <p className="font-medium">Name</p>
            <p className="wrap-anywhere">{name}</p>
          </div>
          <div className="grid gap-1.5">
            <p className="font-medium">Time zone</p>
            <p>{timeZone?.replaceAll("_", " ") ?? "Not set: emails show UTC."}</p>
          </div>
          <WorkspaceId id={id} />
        </CardContent>
      </Card>
    );
  return (
    <>
      <SettingsFormCard action={renameWorkspaceAction} title="Workspace">
        <TextField
          name="name"
          label="Name"
          hint="Shown in confirmation emails, so people know who’s asking."
          defaultValue={name}
          required
        />
        <TimeZoneSelect
          label="Time zone"
          hint="Emails and pages show times in it. Members can select another one for themselves."
          value={timeZone}
          none={timeZone === null ? "Not set: emails show UTC" : null}
        />
        <WorkspaceId id={id} />
      </SettingsFormCard>
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
    </>
  );
}

function WorkspaceId({ id }: { id: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium">Workspace ID</p>
      <CopyField value={id} what="workspace ID" />
    </div>
  );
}
