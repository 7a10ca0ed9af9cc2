"use client";

import { ownZone, useIsInBrowser } from "#components/ui/clock";

/** Sends the browser’s time zone with a form. */
export function TimeZoneField() {
  return <input type="hidden" name="timeZone" value={useIsInBrowser() ? ownZone() : ""} />;
}
