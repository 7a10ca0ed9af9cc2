"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button";
import { endToasts, shownToasts } from "#components/ui/toast";

/** What can still be taken back is done before one leaves: afterwards nobody may do it. */
type SignOutButtonProps = { signOut: () => Promise<void>; icon: ReactNode };

export function SignOutButton({ signOut, icon }: SignOutButtonProps) {
  return (
    <form
      action={signOut}
      onSubmit={(event) => {
        if (shownToasts().length === 0) return;
        event.preventDefault();
        const form = event.currentTarget;
        void endToasts().then(() => form.requestSubmit());
      }}
    >
      <Button type="submit" variant="ghost" size="iconSm" title="Sign out">
        {icon}
        <span className="sr-only">Sign out</span>
      </Button>
    </form>
  );
}
