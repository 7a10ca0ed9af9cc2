import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { log } from "#lib/core/log";
import { isTracing, setTracer, type Tracer } from "#lib/core/tracing";
import { settlesWithin } from "#lib/core/with-timeout";

const NAME = "form-intake-service";
/** Stopping waits no longer for a collector that doesn't respond. */
const STOP_LIMIT_MS = 1_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/** A span that is active already, such as one of the framework, comes before the caller's. */
function contextOf(parent: string | null): Context {
  const active = context.active();
  if (trace.getSpan(active)) return active;
  return parent ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : ROOT_CONTEXT;
}

function createTracer(endpoint: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ "service.name": NAME })),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  // The framework finds it there, and traces its pages with it.
  trace.setGlobalTracerProvider(provider);
  const tracer = trace.getTracer(NAME);
  return {
    inSpan(name, { kind, parent, attributes = {} }, work) {
      const options = { kind: KINDS[kind], attributes };
      return tracer.startActiveSpan(name, options, contextOf(parent), async (span) => {
        try {
          return await work();
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    describe(name, attributes) {
      trace.getActiveSpan()?.updateName(name).setAttributes(attributes);
    },
    traceparent() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent ?? null;
    },
    async stop() {
      const sent = provider.shutdown().catch((err: unknown) => {
        log().warn({ err }, "the last traces weren't sent");
      });
      await settlesWithin(sent, STOP_LIMIT_MS);
    },
  };
}

/**
 * Sends traces of this process or thread to a collector, by OTLP over HTTP. Loaded only where
 * OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */
export function startTracing(endpoint: string): void {
  if (!isTracing()) setTracer(createTracer(endpoint));
}
