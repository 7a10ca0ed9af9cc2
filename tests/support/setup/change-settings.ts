import { onTestFinished } from "vitest";
import { type Settings, settings } from "#lib/core/settings/settings";

/** Changes settings of this process until the test ends. */
export function changeSettings(changes: Partial<Settings>): void {
  const before = { ...settings() };
  Object.assign(settings(), changes);
  onTestFinished(() => void Object.assign(settings(), before));
}
