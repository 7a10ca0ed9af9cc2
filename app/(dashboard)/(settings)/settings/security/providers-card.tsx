"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import { callAction, messageOf } from "#components/form/use-action.ts";
import { Button, PendingButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { toast } from "#components/ui/toast.ts";
import { usePending } from "#components/ui/use-pending.ts";
import type { Connection } from "#lib/domain/accounts/providers/identities";
import { requireProofAction } from "../../../actions";
import { disconnectProviderAction } from "./actions";

/** Lists the providers that someone can sign in with. Shown only if there are any. */
export function ProvidersCard({ connections }: { connections: readonly Connection[] }) {
  return (
    <Card>
      <CardHeader
        title="Sign-in providers"
        description="Connect one to sign in with it. The company sign-in of a workspace opens that workspace only."
      />
      <CardContent>
        <ul className="-my-3 divide-y">
          {connections.map((connection) => (
            <ConnectionRow key={connection.workspaceId ?? ""} connection={connection} />
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

function ConnectionRow({ connection }: { connection: Connection }) {
  const { name, workspaceName, connected } = connection;
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {name}
          {workspaceName === null ? null : (
            <span className="font-normal text-muted-foreground"> for {workspaceName}</span>
          )}
        </p>
        <p className="wrap-anywhere text-muted-foreground">
          {connected ? (
            <>
              {connected.email === null ? null : `${connected.email}, `}connected{" "}
              <RelativeTime at={connected.createdAt} />, last used{" "}
              <RelativeTime at={connected.lastUsedAt} />
            </>
          ) : (
            "Not connected"
          )}
        </p>
      </div>
      {connected ? <Disconnect connection={connection} /> : <Connect connection={connection} />}
    </li>
  );
}

function Disconnect({ connection: { name, workspaceId } }: { connection: Connection }) {
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" size="sm" onClick={ask}>
          Disconnect<span className="sr-only"> {name}</span>
        </Button>
      )}
      title={`Disconnect ${name}?`}
      confirmLabel="Disconnect"
      action={() => disconnectProviderAction(workspaceId)}
    >
      <p>
        You won’t be able to sign in with it until you connect it again. If you have no password,
        set one with “Forgot password?” on the sign-in page.
      </p>
    </ConfirmAction>
  );
}

/** Connecting a provider requires proof of identity first. */
function Connect({ connection: { name, code } }: { connection: Connection }) {
  const { run, isPending } = usePending(async () => {
    const result = await callAction(requireProofAction);
    const message = messageOf(result);
    if (!result.ok) return message ? toast(message) : undefined;
    const query = new URLSearchParams({ connect: "stay", next: "/settings/security" });
    if (code) query.set("code", code);
    location.assign(`/sign-in/provider/start?${query}`);
  });
  return (
    <PendingButton variant="outline" size="sm" isPending={isPending} onClick={run}>
      Connect<span className="sr-only"> {name}</span>
    </PendingButton>
  );
}
