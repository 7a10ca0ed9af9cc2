import { settings } from "#lib/core/settings";
import about from "../../package.json" with { type: "json" };

/** The version that runs, and the commit it was built from; null if that isn't known. */
export function release(): { version: string; commit: string | null } {
  return { version: about.version, commit: settings().commit };
}
