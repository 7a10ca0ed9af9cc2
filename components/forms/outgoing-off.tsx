import { Notice } from "#components/ui/notice";
import { settings } from "#lib/core/settings/settings";

/** Where events are set up, on a server with OUTGOING=off. */
export function OutgoingOff() {
  if (settings().isOutgoingOn) return null;
  return (
    <Notice tone="warning">
      Outgoing calls are turned off on this server, so events and tests aren’t sent.
    </Notice>
  );
}
