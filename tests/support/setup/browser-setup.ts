import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";
import { prepareOutside } from "#tests/support/twins/outside";

/** More than there are workers: each has a receiver of webhooks of its own. */
const RECEIVERS = 4;

/** The built service that the browser suite drives, on a database of its own, and what is around it. */
export default async function setup(): Promise<() => Promise<void>> {
  const outside = await prepareOutside(RECEIVERS);
  // The workers inherit it.
  process.env.E2E_RECEIVERS = JSON.stringify(outside.places);
  const service = await startServer({
    port: Number(process.env.E2E_PORT),
    env: {
      MANAGEMENT_RATE_LIMIT: "1000000",
      INTAKE_IP_RATE_LIMIT: "1000000",
      INTAKE_FORM_RATE_LIMIT: "1000000",
      SIGN_UP_RATE_LIMIT: "1000000",
      ...outside.env,
    },
  });
  // The workers, which are started after this, read it from here.
  process.env.E2E_DATA_DIR = service.dataDir;
  return async () => {
    const code = await service.stop();
    await outside.stop();
    await removeDataDir(service.dataDir);
    if (code !== 0) throw new Error(`the service did not stop cleanly:\n${service.output()}`);
  };
}
