"use client";

import { useTransition } from "react";
import type { FormState } from "#components/form/form-state";
import { runAction } from "#components/form/run-action";
import { toast } from "#components/ui/toast";

/** A button without a form: runs an action once at a time and says how it ended. */
export function useAction(action: () => Promise<FormState>) {
  const [isPending, startTransition] = useTransition();
  const run = () => {
    if (isPending) return;
    startTransition(async () => {
      const state = await runAction(action);
      if (state.message) toast(state.message);
    });
  };
  return { run, isPending };
}
