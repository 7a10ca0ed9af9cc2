import Link from "next/link";
import { BLOCKED_TEXTS } from "#components/forms/recipient-block.ts";
import { Notice } from "#components/ui/notice";
import type { BlockedReason } from "#lib/recipients/blocked-reason";

type BlockedNoticeProps = {
  blocked: readonly { id: string; email: string; reason: BlockedReason }[];
};

/** The recipients that get no notifications until they're confirmed again. */
export function BlockedNotice({ blocked }: BlockedNoticeProps) {
  if (blocked.length === 0) return null;
  return (
    <Notice tone="warning">
      <ul className="grid gap-2">
        {blocked.map(({ id, email, reason }) => (
          <li key={id}>
            <span className="font-medium wrap-anywhere">{email}</span>: {BLOCKED_TEXTS[reason]}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link href="/recipients" className="link">
          View recipients
        </Link>
      </p>
    </Notice>
  );
}
