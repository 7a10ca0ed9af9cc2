"use client";

import type { ReactNode } from "react";
import { signOut } from "#components/shell/sign-out";
import { Button } from "#components/ui/button";

type SignOutButtonProps = {
  /** Used before the scripts have loaded. */
  action: () => Promise<void>;
  icon: ReactNode;
};

export function SignOutButton({ action, icon }: SignOutButtonProps) {
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        void signOut();
      }}
    >
      <Button type="submit" variant="ghost" size="iconSm" title="Sign out">
        {icon}
        <span className="sr-only">Sign out</span>
      </Button>
    </form>
  );
}
