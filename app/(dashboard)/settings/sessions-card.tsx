"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "#components/ui/card";
import { countOf } from "#components/ui/count";
import { RelativeTime } from "#components/ui/relative-time";
import type { SessionListItem } from "#lib/accounts/list-sessions";
import { describeBrowser } from "./describe-browser";

type SessionsCardProps = {
  sessions: readonly SessionListItem[];
  currentId: string;
  endOthers: () => Promise<FormState>;
};

export function SessionsCard({ sessions, currentId, endOthers }: SessionsCardProps) {
  const others = sessions.filter(({ id }) => id !== currentId).length;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Sessions</CardTitle>
      </CardHeader>
      <CardContent className="pb-2 sm:pb-2">
        <ul className="-my-3 divide-y">
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
              <span className="font-medium">{describeBrowser(session.userAgent)}</span>
              {session.id === currentId ? <Badge tone="accent">This one</Badge> : null}
              <span className="ml-auto text-muted-foreground">
                Last used <RelativeTime at={session.lastSeenAt} />
              </span>
            </li>
          ))}
        </ul>
      </CardContent>
      <CardFooter>
        {others === 0 ? (
          <p className="text-muted-foreground">You are signed in nowhere else.</p>
        ) : (
          <ConfirmAction
            trigger={(ask) => (
              <Button variant="outline" onClick={ask}>
                Sign out everywhere else
              </Button>
            )}
            title="Sign out everywhere else?"
            confirmLabel="Sign out everywhere else"
            action={endOthers}
          >
            <p>
              {countOf(others, "other session")} will end. Whoever uses{" "}
              {others === 1 ? "it" : "them"} has to sign in again.
            </p>
          </ConfirmAction>
        )}
      </CardFooter>
    </Card>
  );
}
