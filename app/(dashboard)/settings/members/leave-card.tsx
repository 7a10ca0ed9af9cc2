"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import { Button } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { leaveWorkspaceAction } from "./actions";
import { useTokenChoice } from "./token-choice";

type LeaveCardProps = {
  workspaceName: string;
  /** The viewer’s active tokens. */
  tokens: number;
  isLastOwner: boolean;
};

export function LeaveCard({ workspaceName, tokens, isLastOwner }: LeaveCardProps) {
  const { choice, field } = useTokenChoice(tokens, "your");
  return (
    <Card>
      <CardHeader
        className="items-center pb-4 sm:pb-6"
        title="Leave workspace"
        description={
          isLastOwner
            ? "You’re the only owner. To leave, make someone else an owner first, or delete the workspace."
            : "You’ll lose access right away. Your account and other workspaces aren’t affected."
        }
      >
        <ConfirmAction
          trigger={(ask) => (
            <Button
              variant="outline"
              className="text-destructive"
              disabled={isLastOwner}
              onClick={ask}
            >
              Leave workspace
            </Button>
          )}
          title={`Leave “${workspaceName}”?`}
          confirmLabel="Leave workspace"
          action={() => leaveWorkspaceAction(choice)}
        >
          <p>
            You can come back only if an owner invites you again. If this is your only workspace,
            we’ll create an empty one.
          </p>
          {field}
        </ConfirmAction>
      </CardHeader>
    </Card>
  );
}
