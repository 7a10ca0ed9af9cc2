import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { singleton } from "#lib/core/singleton";

export const SERVICE_NAME = "form-intake-service";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

type Attributes = Record<string, string | number>;

export type SpanOptions = {
  kind: keyof typeof KINDS;
  /** The W3C Trace Context of the parent; a malformed one starts a new trace. */
  parent: string | null;
  attributes?: Attributes;
};

/** `stop` sends the remaining spans; null while tracing is off. */
const state = () =>
  singleton<{ stop: (() => Promise<void>) | null }>("tracing", () => ({ stop: null }));

export function isTracing(): boolean {
  return state().stop !== null;
}

export function setTracing(stop: () => Promise<void>): void {
  state().stop = stop;
}

/**
 * A span that is already active, such as one of the framework, takes precedence over the caller's.
 */
function contextOf(parent: string | null): Context {
  const active = context.active();
  if (trace.getSpan(active)) return active;
  return parent ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : ROOT_CONTEXT;
}

/** Runs `work` in a span; without tracing it only runs it. */
export function inSpan<T>(
  name: string,
  { kind, parent, attributes = {} }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing()) return work();
  const options = { kind: KINDS[kind], attributes };
  const tracer = trace.getTracer(SERVICE_NAME);
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
}

/** Names the current span and adds attributes, once its operation is known. */
export function describeSpan(name: string, attributes: Attributes): void {
  trace.getActiveSpan()?.updateName(name).setAttributes(attributes);
}

/** Returns the header that passes the trace on, in W3C Trace Context; none without tracing. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Returns the current span as W3C Trace Context, for a call or a delivery that belongs to it. */
export function currentTraceparent(): string | null {
  return traceHeaders().traceparent ?? null;
}

/** Sends the remaining spans, before the process or thread ends. */
export async function stopTracing(): Promise<void> {
  await state().stop?.();
  state().stop = null;
}
