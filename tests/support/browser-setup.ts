import { removeDataDir } from "#tests/support/data-folder";
import { startServer } from "#tests/support/server";

/** The built service that the browser suite drives, on a database of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const service = await startServer({
    port: Number(process.env.E2E_PORT),
    env: {
      MANAGEMENT_RATE_LIMIT: "1000000",
      INTAKE_IP_RATE_LIMIT: "1000000",
      INTAKE_FORM_RATE_LIMIT: "1000000",
      SIGN_UP_RATE_LIMIT: "1000000",
    },
  });
  // The workers, which are started after this, read it from here.
  process.env.E2E_DATA_DIR = service.dataDir;
  return async () => {
    const code = await service.stop();
    await removeDataDir(service.dataDir);
    if (code !== 0) throw new Error(`the service did not stop cleanly:\n${service.output()}`);
  };
}
