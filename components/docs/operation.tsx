import { KeyRound } from "lucide-react";
import { RequestExample, ShownExample } from "#components/docs/example";
import { FieldList } from "#components/docs/fields";
import { Inline } from "#components/docs/prose";
import { type ListedOperation, reference, resolveSchema } from "#components/docs/reference";
import { ErrorList, SuccessList } from "#components/docs/responses";
import { Part, Section } from "#components/docs/section";
import { Badge } from "#components/ui/badge";
import type { Operation, Parameter, Schema } from "#lib/http/openapi/document-shape";
import { curlSnippet, exampleRequest, fetchSnippet } from "#lib/http/openapi/request-snippets";

/** Parameters as members of an object, so they look like other fields. */
function toObject(parameters: readonly Parameter[]): Schema {
  return {
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

const PLACES = [
  { place: "path", title: "Path parameters" },
  { place: "query", title: "Query parameters" },
  { place: "header", title: "Headers" },
] as const;

function Parameters({ given }: { given: readonly Parameter[] }) {
  return PLACES.map(({ place, title }) => {
    const here = given.filter((parameter) => parameter.in === place);
    return here.length === 0 ? null : (
      <Part key={place} title={title}>
        <FieldList schema={toObject(here)} isSent />
      </Part>
    );
  });
}

function Body({ operation: { requestBody } }: { operation: Operation }) {
  if (!requestBody) return null;
  const [media] = Object.values(requestBody.content);
  const schema = resolveSchema(media?.schema ?? {});
  const types = Object.keys(requestBody.content);
  return (
    <Part title={requestBody.required ? "Body" : "Body (optional)"}>
      {types.length > 1 || schema.additionalProperties ? (
        <p className="pt-3 text-muted-foreground">
          <Inline text={schema.description ?? ""} />
        </p>
      ) : null}
      {types.length > 1 ? (
        <p className="flex flex-wrap gap-x-3 gap-y-1 pt-3 font-mono text-xs text-muted-foreground">
          {types.map((type) => (
            <span key={type}>{type}</span>
          ))}
        </p>
      ) : null}
      <FieldList schema={schema} isSent />
    </Part>
  );
}

function Access({ operation }: { operation: Operation }) {
  const scope = operation["x-required-scope"];
  const words = scope ?? (operation.security.length > 0 ? "any token" : "no token");
  return (
    <Badge tone={scope ? "accent" : "neutral"}>
      <KeyRound aria-hidden />
      <span className="sr-only">Scope:</span>
      <span className={scope && "font-mono"}>{words}</span>
    </Badge>
  );
}

export function OperationSection({ listed }: { listed: ListedOperation }) {
  const { path, method, operation, description, responses } = listed;
  const request = exampleRequest(reference().baseUrl, path, method, operation);
  const [answer] = responses.flatMap(({ status, isSuccess, response }) => {
    const value = Object.values(response.content ?? {})[0]?.example;
    return isSuccess && value !== undefined ? [{ status, value }] : [];
  });
  return (
    <Section
      id={operation.operationId}
      title={operation.summary}
      method={method}
      name={path}
      access={<Access operation={operation} />}
      description={description}
      examples={
        <>
          <RequestExample
            operation={operation.summary}
            curl={curlSnippet(request)}
            fetch={fetchSnippet(request)}
          />
          {answer ? (
            <ShownExample
              title={`Response ${answer.status}`}
              what={`the response of “${operation.summary}”`}
              value={answer.value}
            />
          ) : null}
        </>
      }
    >
      <Parameters given={operation.parameters ?? []} />
      <Body operation={operation} />
      <Part title="Responses">
        <SuccessList responses={responses} />
      </Part>
      <Part title="Errors">
        <ErrorList responses={responses} />
      </Part>
    </Section>
  );
}

export function EventSection({ type, operation }: { type: string; operation: Operation }) {
  const media = operation.requestBody?.content["application/json"];
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
        <FieldList schema={toObject(operation.parameters ?? [])} isSent={false} />
      </Part>
      <Part title="Body">
        <FieldList schema={resolveSchema(media?.schema ?? {})} isSent={false} />
      </Part>
    </Section>
  );
}
