import { toast } from "#components/ui/toast.ts";

/** Asks once, when the person returns from their email program, whether they wrote the reply. */
export function askWhetherAnswered(address: string, onAnswered: () => void): void {
  const ask = () =>
    toast(`Did you write to ${address}?`, undefined, [
      { label: "Yes, mark as answered", run: onAnswered },
    ]);
  addEventListener("focus", ask, { once: true });
}
