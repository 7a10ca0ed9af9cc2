import type { Account } from "#lib/accounts/schema";
import type { User, Workspace } from "#lib/db/generated/client";
import { PlanName } from "#lib/usage/schema";

export function toAccount(user: User, workspace: Workspace): Account {
  return {
    user: { id: user.id, email: user.email },
    workspace: {
      id: workspace.id,
      name: workspace.name,
      plan: PlanName.parse(workspace.plan),
    },
  };
}
