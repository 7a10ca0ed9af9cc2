import { Check, ChevronsUpDown, Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { FormAction } from "#components/form/action-result.ts";
import { NewWorkspace, OtherTabs, SwitchForm } from "#components/shell/switch-workspace";
import { cn } from "#components/ui/cn.ts";
import type { WorkspaceChoice } from "#lib/domain/accounts/sessions";

type WorkspaceMenuProps = {
  current: WorkspaceChoice;
  email: string;
  workspaces: readonly WorkspaceChoice[];
  create: FormAction;
  /** Switches between light and dark. */
  theme: ReactNode;
};

/** The current workspace and user. Opens to the user’s workspaces, a new one, and the theme. */
export function WorkspaceMenu(props: WorkspaceMenuProps) {
  const { current, email, workspaces, create, theme } = props;
  return (
    <details className="group min-w-0 flex-1">
      <summary className="-ml-2 flex cursor-pointer list-none items-center gap-2 rounded-md px-2 py-1 hover:bg-accent [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{current.name}</span>
          <span className="block truncate text-xs text-muted-foreground">{email}</span>
        </span>
        <span className="sr-only">Workspaces and theme</span>
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
      <div className="-ml-2 flex items-center justify-between gap-2 px-2 pt-2">
        <span aria-hidden className="text-xs text-muted-foreground">
          Theme
        </span>
        {theme}
      </div>
      <OtherTabs workspaceId={current.id} />
    </details>
  );
}
