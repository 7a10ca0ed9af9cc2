import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { log } from "#lib/core/telemetry/log";
import { isTracing, SERVICE_NAME, setTracing } from "#lib/core/telemetry/tracing";
import { settlesWithin } from "#lib/core/with-timeout";

/** How long stopping waits for a collector that doesn't respond. */
const STOP_LIMIT_MS = 1_000;

/**
 * Sends traces of this process or thread to a collector, by OTLP over HTTP. Loaded only where
 * OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */
export function startTracing(endpoint: string): void {
  if (isTracing()) return;
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ "service.name": SERVICE_NAME })),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  // The framework also uses this provider to trace its pages.
  trace.setGlobalTracerProvider(provider);
  setTracing(async () => {
    const sent = provider.shutdown().catch((err: unknown) => {
      log().warn({ err }, "the last traces weren't sent");
    });
    await settlesWithin(sent, STOP_LIMIT_MS);
  });
}
