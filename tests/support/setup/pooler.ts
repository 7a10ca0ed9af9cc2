import type { TestProject } from "vitest/node";
import { startPgbouncer } from "#tests/support/twins/pgbouncer";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's database server through a pooler. */
    poolerUrl: string;
  }
}

/** Fewer server connections than one process opens to the pooler. */
export const POOL_SIZE = 4;

/** Starts a pooler in transaction mode in front of the run's database server. */
export default async function setup(project: TestProject) {
  const { serverUrl } = project.getProvidedContext();
  const options = { pool_mode: "transaction", default_pool_size: POOL_SIZE } as const;
  const pooler = await startPgbouncer(serverUrl, options);
  project.provide("poolerUrl", pooler.through(serverUrl));
  return pooler.stop;
}
