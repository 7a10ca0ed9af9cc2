import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";
import { prepareOutside } from "#tests/support/twins/outside";
import { type Receiver, startReceiver } from "#tests/support/twins/receiver";

export type Installation = {
  service: TestService;
  baseUrl: string;
  /** Someone's server that the installation can reach as a public one. */
  receiver: Receiver;
};

/**
 * Runs an empty installation while `use` does, with the settings of a new one. Only what lies outside is replaced:
 * public servers, by one on this machine, and Cloudflare's check of challenges.
 */
export async function withInstallation(
  env: Record<string, string>,
  use: (installation: Installation) => Promise<void>,
): Promise<void> {
  const outside = await prepareOutside(1);
  const [place] = outside.places;
  if (!place) throw new Error("there's no place for a receiver");
  const { hostname, port, certificate } = place;
  const receiver = await startReceiver({ hostnames: [hostname], port, certificate });
  const service = await startServer({ env: { ...outside.env, ...env } });
  try {
    await use({ service, baseUrl: service.baseUrl, receiver });
  } finally {
    await service.stop();
    await receiver.stop();
    await outside.stop();
    await removeDataDir(service.dataDir);
  }
}
