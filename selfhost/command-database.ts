import { resolve } from "node:path";
import { type Settings, SettingsError } from "#lib/core/settings";
import { ROOT } from "#selfhost/checkout";
import type { EmbeddedDatabase } from "#selfhost/postgres/embedded-database";

type Database = Pick<EmbeddedDatabase, "url" | "stop">;

/** How a command reaches the embedded database, which only a checkout has. */
export type OpenEmbedded = (options: {
  dataDir: string;
  log: (line: string) => void;
}) => Promise<Database>;

/**
 * The database of the settings, for a command: an operator's own, or the embedded one, whether the
 * service is running or not.
 *
 * @param ownUrl - the setting to use
 * @param openEmbedded - left out in a production folder
 * @returns its URL, and how to close one that was started for the command
 */
export async function openCommandDatabase(
  ownUrl: string | undefined,
  { dataDir }: Settings,
  openEmbedded: OpenEmbedded | undefined,
): Promise<Database> {
  if (ownUrl) return { url: ownUrl, stop: async () => undefined };
  if (!openEmbedded)
    throw new SettingsError("DATABASE_URL: is missing; set it to the PostgreSQL database to use");
  return openEmbedded({ dataDir: resolve(ROOT, dataDir), log: console.log });
}
