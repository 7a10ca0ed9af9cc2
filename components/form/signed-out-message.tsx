import type { Ref } from "react";
import { Notice } from "#components/ui/notice";

/** In another tab, so that this one keeps all that was typed. */
export function SignedOutMessage({ ref }: { ref?: Ref<HTMLDivElement> }) {
  return (
    <Notice ref={ref} tone="warning" tabIndex={-1} data-form-message role="alert">
      You are signed out, so nothing was done. What you typed is still here:{" "}
      <a href="/sign-in" target="_blank" rel="noreferrer" className="link">
        sign in in another tab
      </a>
      , then send it again.
    </Notice>
  );
}
