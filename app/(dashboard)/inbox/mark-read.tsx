"use client";

import { startTransition, useEffect, useRef } from "react";
import { updateMessageAction } from "./actions";

/** Opening a message reads it. Done from the browser, for a page that is only fetched changes nothing. */
export function MarkRead({ submissionId }: { submissionId: string }) {
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    startTransition(async () => {
      await updateMessageAction(submissionId, { read: true });
    });
  }, [submissionId]);
  return null;
}
