import { ShownExample } from "#components/docs/example";
import { type Components, FieldList } from "#components/docs/fields";
import { MethodLabel } from "#components/docs/method-label";
import { Prose } from "#components/docs/prose";
import type { Operation } from "#lib/http/openapi/document-shape";
import { componentOf } from "#lib/http/openapi/schema-words";

type EventSectionProps = { type: string; operation: Operation; components: Components };

/** One webhook event. */
export function EventSection({ type, operation, components }: EventSectionProps) {
  const media = operation.requestBody?.content["application/json"];
  const schema = components[componentOf(media?.schema ?? {}) ?? ""];
  const headers = Object.fromEntries(
    (operation.parameters ?? []).map((parameter) => [
      parameter.name,
      { ...parameter.schema, description: parameter.description },
    ]),
  );
  return (
    <section
      id={operation.operationId}
      aria-labelledby={`${operation.operationId}-title`}
      className="grid gap-x-10 gap-y-6 border-t py-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]"
    >
      <div className="flex flex-col gap-6">
        <header>
          <h3
            id={`${operation.operationId}-title`}
            className="text-base leading-6 font-semibold tracking-tight"
          >
            {operation.summary}
          </h3>
          <p className="mt-2 flex items-baseline gap-2">
            <MethodLabel method="EVENT" />
            <span className="font-mono text-xs wrap-anywhere">{type}</span>
          </p>
          <div className="mt-4">
            <Prose text={operation.description} />
          </div>
        </header>
        <div>
          <h4 className="border-b pb-2 text-xs font-semibold text-muted-foreground">Headers</h4>
          <FieldList schema={{ properties: headers }} components={{}} isSent={false} />
        </div>
        {schema ? (
          <div>
            <h4 className="border-b pb-2 text-xs font-semibold text-muted-foreground">Body</h4>
            <FieldList schema={schema} components={components} isSent={false} />
          </div>
        ) : null}
      </div>
      <div className="self-start xl:sticky xl:top-26">
        <ShownExample title="Body" what={`the event ${type}`} value={media?.example} />
      </div>
    </section>
  );
}
