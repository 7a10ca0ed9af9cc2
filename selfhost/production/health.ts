import { settings } from "#lib/core/settings";
import { loadEnvFile } from "#selfhost/checkout";
import { reportFailure, StartError } from "#selfhost/lifecycle";

const TIMEOUT_MS = 5_000;

/** Whether this process responds, for the health check of a container: its image has no program for HTTP. */
async function requireLife(): Promise<void> {
  const { port, host = "localhost" } = settings();
  const address = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}/api/live`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (!response?.ok) throw new StartError(`${url}: ${response?.status ?? "no response"}`);
}

try {
  loadEnvFile();
  await requireLife();
} catch (error) {
  reportFailure("Not healthy", error);
  process.exitCode = 1;
}
