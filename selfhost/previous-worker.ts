import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isId } from "#lib/core/ids";
import { log } from "#lib/core/log";
import { markDead, workerId } from "#lib/deliveries/workers";

/**
 * Lets the next drain free what the previous job thread of this data folder held. That thread is gone for
 * certain: a folder has one start at a time, and a start has one job thread.
 */
export async function replacePreviousWorker(dataDir: string): Promise<void> {
  const path = join(dataDir, "worker-id");
  const previous = await readFile(path, "utf8").catch(() => "");
  if (isId(previous) && previous !== workerId()) await markDead(previous);
  await writeFile(path, workerId()).catch((err: unknown) => {
    log().warn(
      { err },
      "couldn't save the worker's ID; after a crash, its claims are released later",
    );
  });
}
