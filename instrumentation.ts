/** Runs once in every process of the app, before it serves anything. */
export async function register(): Promise<void> {
  // A constant at build time: the build for the edge runtime leaves the rest out.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { prepareProcess } = await import("#lib/entry/operations/prepare-process");
    await prepareProcess();
    const { settings } = await import("#lib/core/settings/settings");
    const { otlpEndpoint } = settings();
    if (otlpEndpoint)
      (await import("#lib/core/telemetry/open-telemetry")).startTracing(otlpEndpoint);
  }
}
