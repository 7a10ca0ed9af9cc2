import { text } from "node:stream/consumers";
import { z } from "zod";
import { serveHttp } from "#tests/support/twins/listen";

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
});
export type ReceivedSpan = z.output<typeof Span>;

const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
});

/** A collector of traces: OTLP over HTTP, in JSON. */
export async function startOtlpCollector() {
  const spans: ReceivedSpan[] = [];
  const { url, stop } = await serveHttp(async (request, response) => {
    const body = await text(request);
    if (request.url !== "/v1/traces") return response.writeHead(404).end();
    for (const { scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  return { spans, url, stop };
}
