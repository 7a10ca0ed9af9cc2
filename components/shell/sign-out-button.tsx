"use client";

import { LogOut } from "lucide-react";
import { Button } from "#components/ui/button";
import { endToasts, shownToasts } from "#components/ui/toast";

/** What can still be taken back is done before one leaves: afterwards nobody may do it. */
export function SignOutButton({ signOut }: { signOut: () => Promise<void> }) {
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
        <LogOut aria-hidden />
        <span className="sr-only">Sign out</span>
      </Button>
    </form>
  );
}
