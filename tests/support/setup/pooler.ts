import type { TestProject } from "vitest/node";
import { hasPgbouncer, startPgbouncer } from "#tests/support/twins/pgbouncer";

declare module "vitest" {
  interface ProvidedContext {
    /** The database server of this run through a pooler; null where none can be started. */
    poolerUrl: string | null;
  }
}

/** Fewer connections to the server than one process opens to the pooler. */
export const POOL_SIZE = 4;

/** A pooler in transaction mode in front of the database server of the run. */
export default async function setup(project: TestProject) {
  project.provide("poolerUrl", null);
  if (!hasPgbouncer()) return;
  const { serverUrl } = project.getProvidedContext();
  const options = { pool_mode: "transaction", default_pool_size: POOL_SIZE } as const;
  const pooler = await startPgbouncer(serverUrl, options);
  project.provide("poolerUrl", pooler.through(serverUrl));
  return pooler.stop;
}
