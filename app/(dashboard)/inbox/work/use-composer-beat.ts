import { useEffect } from "react";
import { COMPOSER_BEAT_MS } from "#lib/domain/submissions/replies/composer-schema";

function tell(messageId: string, isOpen: boolean): void {
  // A colleague who isn't told for once sees the next beat; none is worth an error.
  fetch(`/api/account/submissions/${messageId}/composer`, {
    method: isOpen ? "POST" : "DELETE",
    keepalive: true,
  }).catch(() => undefined);
}

/**
 * Shows colleagues that the composer of a message is open, for as long as the component is mounted.
 */
export function useComposerBeat(messageId: string): void {
  useEffect(() => {
    const beat = () => document.visibilityState === "visible" && tell(messageId, true);
    const timer = setInterval(beat, COMPOSER_BEAT_MS);
    tell(messageId, true);
    return () => {
      clearInterval(timer);
      tell(messageId, false);
    };
  }, [messageId]);
}
