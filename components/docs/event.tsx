import { ShownExample } from "#components/docs/example";
import { FieldList } from "#components/docs/fields";
import { resolveSchema } from "#components/docs/reference";
import { Part, Section } from "#components/docs/section";
import type { Operation } from "#lib/http/openapi/document-shape";

/** One webhook event. */
export function EventSection({ type, operation }: { type: string; operation: Operation }) {
  const media = operation.requestBody?.content["application/json"];
  const headers = Object.fromEntries(
    (operation.parameters ?? []).map(({ name, schema, description }) => [
      name,
      { ...schema, description },
    ]),
  );
  return (
    <Section
      id={operation.operationId}
      title={operation.summary}
      method="EVENT"
      name={type}
      description={operation.description}
      examples={<ShownExample title="Body" what={`the event ${type}`} value={media?.example} />}
    >
      <Part title="Headers">
        <FieldList schema={{ properties: headers }} isSent={false} />
      </Part>
      <Part title="Body">
        <FieldList schema={resolveSchema(media?.schema ?? {})} isSent={false} />
      </Part>
    </Section>
  );
}
