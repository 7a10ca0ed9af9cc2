import { Check, ChevronsUpDown, Plus } from "lucide-react";
import type { FormAction } from "#components/form/action-result.ts";
import { NewWorkspace, OtherTabs, SwitchForm } from "#components/shell/switch-workspace";
import { cn } from "#components/ui/cn.ts";
import type { WorkspaceChoice } from "#lib/domain/accounts/switch-workspace";

type WorkspaceMenuProps = {
  current: WorkspaceChoice;
  email: string;
  workspaces: readonly WorkspaceChoice[];
  create: FormAction;
};

/** The current workspace and user. Opens to the user’s workspaces, and to a new one. */
export function WorkspaceMenu({ current, email, workspaces, create }: WorkspaceMenuProps) {
  return (
    <details className="group min-w-0 flex-1">
      <summary className="-ml-2 flex cursor-pointer list-none items-center gap-2 rounded-md px-2 py-1 hover:bg-accent [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{current.name}</span>
          <span className="block truncate text-xs text-muted-foreground">{email}</span>
        </span>
        <span className="sr-only">Switch workspace</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </summary>
      <ul
        aria-label="Workspaces"
        className="-ml-2 mt-1 grid max-h-60 gap-0.5 overflow-y-auto rounded-md border bg-card p-1 shadow-card"
      >
        {workspaces.map(({ id, name }) => (
          <li key={id}>
            <SwitchForm workspaceId={id}>
              <button
                type="submit"
                aria-current={id === current.id ? "true" : undefined}
                className={cn(
                  "flex h-8 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-accent",
                  id === current.id && "font-medium",
                )}
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {id === current.id ? (
                  <Check aria-hidden className="size-4 shrink-0 text-primary" />
                ) : null}
              </button>
            </SwitchForm>
          </li>
        ))}
        <li className="mt-0.5 border-t pt-0.5">
          <NewWorkspace action={create} icon={<Plus aria-hidden />} />
        </li>
      </ul>
      <OtherTabs workspaceId={current.id} />
    </details>
  );
}
