import { Lock } from "lucide-react";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";

/** Shown instead of features that a member can’t use. `what` completes “Only owners can …”. */
export function OwnersOnly({ what }: { what: string }) {
  return (
    <Card>
      <EmptyState
        icon={Lock}
        title={`Only owners can ${what}`}
        action={
          <ButtonLink href="/settings/members" variant="outline">
            See who’s an owner
          </ButtonLink>
        }
      >
        You’re a member of this workspace. Ask an owner if you need this.
      </EmptyState>
    </Card>
  );
}
