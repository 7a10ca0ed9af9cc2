import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";
import { OPERATOR_EMAIL } from "#tests/support/setup/test-settings";
import { prepareOutside } from "#tests/support/twins/outside";

/** More than the number of workers: each has its own webhook receiver. */
const RECEIVERS = 4;

/** Starts the built service for the browser suite, with its own database and twins. */
export default async function setup(): Promise<() => Promise<void>> {
  const outside = await prepareOutside(RECEIVERS);
  // Inherited by the workers.
  process.env.E2E_RECEIVERS = JSON.stringify(outside.places);
  const service = await startServer({
    port: Number(process.env.E2E_PORT),
    env: {
      MANAGEMENT_RATE_LIMIT: "1000000",
      INTAKE_IP_RATE_LIMIT: "1000000",
      INTAKE_FORM_RATE_LIMIT: "1000000",
      SIGN_UP_RATE_LIMIT: "1000000",
      PAGE_RATE_LIMIT: "1000000",
      OPERATOR_EMAILS: `${OPERATOR_EMAIL}, Unverified-Operator@example.com`,
      // For the pages about plans.
      DEFAULT_PLAN: "starter",
      ...outside.env,
    },
  });
  // Read by the workers, which start after this.
  process.env.E2E_DATA_DIR = service.dataDir;
  return async () => {
    const code = await service.stop();
    await outside.stop();
    await removeDataDir(service.dataDir);
    if (code !== 0) throw new Error(`the service didn't stop cleanly:\n${service.output()}`);
  };
}
