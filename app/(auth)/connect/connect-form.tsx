"use client";

import { ActionForm, SubmitButton, useFormContext } from "#components/form/action-form";
import type { FormAction } from "#components/form/action-result.ts";
import { CheckboxField, SelectField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";

/** The scopes that the app may get, in words. */
export type OfferedScopes = {
  title: string;
  scopes: readonly { name: string; text: string; isSelected: boolean }[];
};

type ConnectFormProps = {
  action: FormAction;
  /** The workspaces that the person owns. */
  workspaces: readonly { id: string; name: string }[];
  /** The workspace of their session, which is preselected if they own it. */
  current: string;
  groups: readonly OfferedScopes[];
};

export function ConnectForm({ action, workspaces, current, groups }: ConnectFormProps) {
  const canConnect = workspaces.length > 0;
  return (
    <ActionForm action={action} className="grid gap-6">
      <FormMessage />
      {canConnect ? (
        <>
          <Workspace workspaces={workspaces} current={current} />
          <Scopes groups={groups} />
        </>
      ) : (
        <Notice tone="warning">
          Only owners of a workspace can connect apps. Ask an owner to connect this one.
        </Notice>
      )}
      <div className="grid gap-2">
        {canConnect ? <SubmitButton className="w-full">Connect</SubmitButton> : null}
        <Button type="submit" name="cancel" value="true" variant="outline" className="w-full">
          Cancel
        </Button>
      </div>
      {canConnect ? (
        <p className="text-sm text-pretty text-muted-foreground">
          Access ends after 60 days without use, and a year after you connect. You can disconnect
          the app at any time under API tokens.
        </p>
      ) : null}
    </ActionForm>
  );
}

function Workspace({ workspaces, current }: Pick<ConnectFormProps, "workspaces" | "current">) {
  const [first] = workspaces;
  if (workspaces.length === 1 && first)
    return (
      <div className="grid gap-1.5">
        <p className="font-medium">Workspace</p>
        <bdi className="wrap-anywhere text-muted-foreground">{first.name}</bdi>
        <input type="hidden" name="workspaceId" value={first.id} />
      </div>
    );
  const isOwned = workspaces.some(({ id }) => id === current);
  return (
    <SelectField
      name="workspaceId"
      label="Workspace"
      hint="The app gets access to this workspace only."
      defaultValue={isOwned ? current : first?.id}
    >
      {workspaces.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Scopes({ groups }: Pick<ConnectFormProps, "groups">) {
  const { fieldErrors } = useFormContext();
  const error = fieldErrors.scopes;
  return (
    <fieldset aria-describedby={error ? "scopes-error" : undefined}>
      <legend className="font-medium">What the app can do</legend>
      {error ? (
        <p id="scopes-error" tabIndex={-1} data-form-message className="mt-2 text-destructive">
          {error}
        </p>
      ) : null}
      <div className="mt-3 divide-y rounded-md border">
        {groups.map(({ title, scopes }) => (
          <fieldset key={title} className="grid gap-3 p-4">
            <legend className="sr-only">{title}</legend>
            <p aria-hidden className="eyebrow">
              {title}
            </p>
            {scopes.map(({ name, text, isSelected }) => (
              <CheckboxField
                key={name}
                name="scopes"
                value={name}
                label={text}
                defaultChecked={isSelected}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
