import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { describeSignals } from "#lib/domain/spam/signals";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import type { Commands } from "../selection/use-commands";

type SuspicionNoticeProps = { opened: InboxMessage; commands: Commands };

/** Explains why a delivered message looks like spam, with a button for each decision. */
export function SuspicionNotice({ opened: { message }, commands }: SuspicionNoticeProps) {
  const { open } = commands;
  if (!open?.suspected || open.folder === "spam") return null;
  return (
    <Notice tone="warning">
      <p className="wrap-anywhere">Looks like spam: {describeSignals(message.signals)}.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => commands.clearSuspicion([open])}>
          Not spam
        </Button>
        <Button variant="outline" size="sm" onClick={() => commands.moveTo("spam", [open])}>
          Spam
        </Button>
      </div>
    </Notice>
  );
}
