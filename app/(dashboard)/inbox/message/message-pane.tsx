import { MailOpen } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state";
import { Kbd } from "#components/ui/kbd";
import { lazyWithFallback } from "#components/ui/lazy";
import type { MessageList } from "../list/use-message-list";
import type { Changes } from "../optimistic-updates";
import type { Commands } from "../selection/use-commands";
import type { ActiveMessage, OpenMessage as OpenedMessage } from "./use-active-message";

const OpenMessage = lazyWithFallback(
  () => import("./open-message"),
  () => <EmptyState icon={MailOpen} title="Can’t reach the server" />,
);

export type MessagePaneProps = {
  list: MessageList;
  active: ActiveMessage;
  opened: OpenedMessage;
  commands: Commands;
  changes: Changes;
};

export function MessagePane(props: MessagePaneProps) {
  const { list, active } = props;
  if (active.openId !== null) return <OpenMessage {...props} id={active.openId} />;
  return (
    <div className="flex h-full items-center justify-center">
      <EmptyState icon={MailOpen} title="No message open">
        {list.rows.length > 0 ? (
          <>
            Select one from the list, or press <Kbd>j</Kbd> and <Kbd>Enter</Kbd>.
          </>
        ) : null}
      </EmptyState>
    </div>
  );
}
