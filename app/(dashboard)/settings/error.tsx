"use client";

import { Failure } from "#components/shell/failure";

/** A part of the settings that cannot be shown leaves its other parts in reach. */
export default function SettingsError(props: { error: unknown; retry: () => void }) {
  return <Failure {...props} />;
}
