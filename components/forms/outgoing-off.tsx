import { Notice } from "#components/ui/notice";
import { settings } from "#lib/core/settings/settings";

/** A notice on pages that set up events, for a server with OUTGOING=off. */
export function OutgoingOff() {
  if (settings().isOutgoingOn) return null;
  return (
    <Notice tone="warning">
      Outgoing calls are turned off on this server, so events and tests aren’t sent.
    </Notice>
  );
}
