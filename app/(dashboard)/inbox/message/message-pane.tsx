import { MailOpen } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state";
import { Kbd } from "#components/ui/kbd";
import { lazyWithFallback } from "#components/ui/lazy";
import type { OpenMessageProps } from "./open-message";

const OpenMessage = lazyWithFallback(
  () => import("./open-message"),
  () => <EmptyState icon={MailOpen} title="Can’t reach the server" />,
);

export function MessagePane(props: Omit<OpenMessageProps, "id">) {
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
