import { singleton } from "#lib/core/singleton";

type Attributes = Record<string, string | number>;

export type SpanOptions = {
  kind: "server" | "client";
  /** W3C Trace Context of what this is part of; anything malformed starts a new trace. */
  parent: string | null;
  attributes?: Attributes;
};

/** The tracer, where tracing is on. */
export type Tracer = {
  inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>;
  describe(name: string, attributes: Attributes): void;
  traceparent(): string | null;
  stop(): Promise<void>;
};

const state = () => singleton<{ tracer: Tracer | null }>("tracing", () => ({ tracer: null }));

export function setTracer(tracer: Tracer): void {
  state().tracer = tracer;
}

export function isTracing(): boolean {
  return state().tracer !== null;
}

/** Runs `work` in a span; without tracing it only runs it. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const { tracer } = state();
  return tracer ? tracer.inSpan(name, options, work) : work();
}

/** Names the current span and adds to it, once its operation is known. */
export function describeSpan(name: string, attributes: Attributes): void {
  state().tracer?.describe(name, attributes);
}

/** The current span as W3C Trace Context, for a call or a delivery that is part of it. */
export function currentTraceparent(): string | null {
  return state().tracer?.traceparent() ?? null;
}

/** The header that passes the trace on; none without tracing. */
export function traceHeaders(): Record<string, string> {
  const traceparent = currentTraceparent();
  return traceparent ? { traceparent } : {};
}

/** Sends the remaining spans, before the process or thread ends. */
export async function stopTracing(): Promise<void> {
  await state().tracer?.stop();
  state().tracer = null;
}
