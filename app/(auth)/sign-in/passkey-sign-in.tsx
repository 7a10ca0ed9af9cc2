"use client";

import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { sendPasskey } from "#components/form/passkey-request.ts";
import { PendingButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";

const PATHS = { options: "/sign-in/passkey-options", response: "/sign-in/passkey" };

export function PasskeySignIn({ next }: { next: string }) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function signIn(): Promise<void> {
    if (isPending) return;
    setPending(true);
    setError(null);
    const outcome = await sendPasskey(PATHS);
    if (outcome.ok) return location.assign(next);
    setPending(false);
    setError(outcome.message);
  }

  return (
    <div className="grid gap-5 noscript:hidden">
      {error ? (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      ) : null}
      <PendingButton
        variant="outline"
        className="w-full"
        isPending={isPending}
        icon={<Fingerprint aria-hidden />}
        onClick={signIn}
      >
        Continue with a passkey
      </PendingButton>
    </div>
  );
}
