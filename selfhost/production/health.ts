import { settings } from "#lib/core/settings";
import { loadEnvFile } from "#selfhost/checkout";
import { runCommand } from "#selfhost/command";
import { StartError } from "#selfhost/lifecycle";

const TIMEOUT_MS = 5_000;

/** Checks that this process responds, for a container: its image has no program for HTTP. */
export function runHealthCheck(): Promise<void> {
  return runCommand("Not healthy", async () => {
    loadEnvFile();
    const { port, host = "localhost" } = settings();
    const address = host === "0.0.0.0" || host === "::" ? "localhost" : host;
    const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}/api/live`;
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      () => null,
    );
    if (!response?.ok) throw new StartError(`${url}: ${response?.status ?? "no response"}`);
  });
}
