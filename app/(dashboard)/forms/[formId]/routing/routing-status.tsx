"use client";

import { Badge } from "#components/ui/badge";
import { PendingButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import type { RoutingDraft } from "./use-routing-draft";

const HOW = "The first matching rule decides who’s notified. Matching isn’t case-sensitive.";

/** Shows whether the saved rules run, and loudly when they don’t. */
export function RoutingStatus({ state }: { state: RoutingDraft }) {
  const { saved, draft, isPending, setEnabled } = state;
  if (saved.rules.length === 0)
    return draft.rules.length === 0 ? null : (
      <p className="text-pretty text-muted-foreground">{HOW} Saving turns routing on.</p>
    );
  const isOn = saved.enabled;
  return (
    <section
      aria-label="Routing status"
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border px-4 py-3 sm:px-6",
        isOn ? "bg-card shadow-card" : "border-warning/30 bg-warning-soft",
      )}
    >
      <Badge tone={isOn ? "success" : "warning"} withDot>
        {isOn ? "On" : "Off"}
      </Badge>
      <div className="min-w-0 flex-1 basis-64 text-pretty">
        {isOn ? (
          <p className="text-muted-foreground">{HOW}</p>
        ) : (
          <>
            <p className="font-semibold">Routing is off. These rules don’t run.</p>
            <p>Every message goes to the form’s default recipients.</p>
          </>
        )}
      </div>
      <PendingButton
        variant="outline"
        size="sm"
        isPending={isPending}
        onClick={() => setEnabled(!isOn)}
      >
        {isOn ? "Turn off" : "Turn on"}
        <span className="sr-only"> routing</span>
      </PendingButton>
    </section>
  );
}
