import { refreshDelay } from "#components/shell/refresh-delay.ts";
import { RefreshPage } from "#components/shell/use-polling.ts";

const IN_PROGRESS_MS = 1_500;

type RefreshDeliveriesProps = { deliveries: Parameters<typeof refreshDelay>[0]; now: number };

/** Refreshes the page while a delivery is in progress, and after the next attempt of a waiting one. */
export function RefreshDeliveries({ deliveries, now }: RefreshDeliveriesProps) {
  const everyMs = refreshDelay(deliveries, now, IN_PROGRESS_MS);
  return everyMs === null ? null : <RefreshPage everyMs={everyMs} />;
}
