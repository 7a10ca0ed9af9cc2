import { Badge } from "#components/ui/badge";
import { Card, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import type { ConnectedApp } from "#lib/domain/grants/schema";
import { DisconnectButton } from "./disconnect-button";
import { Moment, Scopes } from "./token-parts";

/** Lists the apps that people connected by signing in instead of with a token. */
export function ConnectedApps({ apps }: { apps: readonly ConnectedApp[] }) {
  return (
    <Card>
      <CardHeader
        className={apps.length > 0 ? "border-b pb-4 sm:pb-5" : undefined}
        title="Connected apps"
        description={
          apps.length > 0 ? (
            "Apps that owners connected by signing in, such as AI assistants. An app loses access when the person who connected it is no longer an owner."
          ) : (
            <>
              None yet. An assistant that speaks MCP needs only an address.{" "}
              <a href="/docs/mcp" className="link">
                Connect one
              </a>
            </>
          )
        }
      />
      {apps.length > 0 ? (
        <ul className="divide-y">
          {apps.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

function AppRow({ app }: { app: ConnectedApp }) {
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_auto_7rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="min-w-0 font-medium wrap-anywhere">{app.name}</bdi>
          <Badge className="font-normal wrap-anywhere">{app.place}</Badge>
        </p>
        {app.connectedBy === null ? null : (
          <p className="mt-1 wrap-anywhere text-muted-foreground">Connected by {app.connectedBy}</p>
        )}
        <Scopes scopes={app.scopes} />
      </div>
      <dl className="grid grid-cols-3 gap-x-6 lg:w-84">
        <Moment label="Connected">
          <RelativeTime at={app.createdAt} />
        </Moment>
        <Moment label="Last used">
          {app.lastUsedAt ? <RelativeTime at={app.lastUsedAt} /> : "Never"}
        </Moment>
        <Moment label="Ends if unused">
          <RelativeTime at={app.endsAt} />
        </Moment>
      </dl>
      <div className="lg:text-right">
        <DisconnectButton id={app.id} name={app.name} />
      </div>
    </li>
  );
}
