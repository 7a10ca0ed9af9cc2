/** Runs once in every process of the app, before it serves anything. */
export async function register(): Promise<void> {
  // A constant at build time: the build for the edge runtime leaves the rest out.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { prepareProcess } = await import("#lib/operations/prepare-process");
    await prepareProcess();
    const { settings } = await import("#lib/core/settings");
    const { otlpEndpoint } = settings();
    if (otlpEndpoint) (await import("#lib/core/open-telemetry")).startTracing(otlpEndpoint);
  }
}
