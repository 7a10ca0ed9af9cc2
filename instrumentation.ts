import type { Instrumentation } from "next";

/** Runs once in every process of the app, before it serves anything. */
export async function register(): Promise<void> {
  // A constant at build time: the build for the edge runtime leaves the rest out.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { preparePlainMount } = await import("#lib/http/node-guard");
    await preparePlainMount();
    const { settings } = await import("#lib/core/settings");
    const { otlpEndpoint } = settings();
    if (otlpEndpoint) (await import("#lib/core/open-telemetry")).startTracing(otlpEndpoint);
  }
}

/** Runs when a page fails, before its error page is rendered. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }) => {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { notePageFailure } = await import("#lib/http/unavailable-pages");
    notePageFailure(error, String(headers["x-request-id"] ?? ""));
  }
};
