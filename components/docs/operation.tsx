import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { RequestExample, ShownExample } from "#components/docs/example";
import { type Components, FieldList } from "#components/docs/fields";
import { MethodLabel } from "#components/docs/method-label";
import { Inline, Prose } from "#components/docs/prose";
import { ErrorList, isSuccess, SuccessList } from "#components/docs/responses";
import { Badge } from "#components/ui/badge";
import type {
  MediaType,
  Operation,
  Parameter,
  ResponseObject,
  Schema,
} from "#lib/http/openapi/document-shape";
import { curlSnippet, exampleRequest, fetchSnippet } from "#lib/http/openapi/request-snippets";
import { componentOf } from "#lib/http/openapi/schema-words";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="border-b pb-2 text-xs font-semibold text-muted-foreground">{title}</h4>
      {children}
    </div>
  );
}

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
        <FieldList schema={toObject(here)} components={{}} isSent />
      </Part>
    );
  });
}

function Body({ operation, components }: { operation: Operation; components: Components }) {
  const { requestBody } = operation;
  if (!requestBody) return null;
  const [[mediaType, media] = []] = Object.entries(requestBody.content);
  const name = componentOf(media?.schema ?? {});
  const schema = name ? components[name] : media?.schema;
  const types = Object.keys(requestBody.content);
  return (
    <Part title={requestBody.required ? "Body" : "Body (optional)"}>
      {types.length > 1 || schema?.additionalProperties ? (
        <p className="pt-3 text-muted-foreground">
          <Inline text={schema?.description ?? ""} />
        </p>
      ) : null}
      {types.length > 1 ? (
        <p className="flex flex-wrap gap-x-3 gap-y-1 pt-3 font-mono text-xs text-muted-foreground">
          {types.map((type) => (
            <span key={type}>{type}</span>
          ))}
        </p>
      ) : null}
      {schema && mediaType ? <FieldList schema={schema} components={components} isSent /> : null}
    </Part>
  );
}

/** The first successful response with an example. */
function exampleResponse(operation: Operation): { status: string; value: unknown } | null {
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!isSuccess(status) || !("content" in response)) continue;
    const media: MediaType | undefined = Object.values(response.content ?? {})[0];
    if (media?.example !== undefined) return { status, value: media.example };
  }
  return null;
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

type OperationSectionProps = {
  path: string;
  method: string;
  operation: Operation;
  /** The description without the note on scopes. */
  description: string;
  baseUrl: string;
  components: Components;
  shared: Readonly<Record<string, ResponseObject>>;
};

/** One operation: description and fields on the left, examples on the right. */
export function OperationSection(props: OperationSectionProps) {
  const { path, method, operation, description, baseUrl, components, shared } = props;
  const request = exampleRequest(baseUrl, path, method, operation);
  const response = exampleResponse(operation);
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
            <a href={`#${operation.operationId}`} className="hover:underline">
              {operation.summary}
            </a>
          </h3>
          <div className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-2">
            <p className="flex min-w-0 items-baseline gap-2">
              <MethodLabel method={request.method} />
              <span className="font-mono text-xs wrap-anywhere">{path}</span>
            </p>
            <Access operation={operation} />
          </div>
          {description === "" ? null : (
            <div className="mt-4">
              <Prose text={description} />
            </div>
          )}
        </header>
        <Parameters given={operation.parameters ?? []} />
        <Body operation={operation} components={components} />
        <Part title="Responses">
          <SuccessList responses={operation.responses} shared={shared} components={components} />
        </Part>
        <Part title="Errors">
          <ErrorList responses={operation.responses} shared={shared} />
        </Part>
      </div>
      <div className="flex flex-col gap-4 self-start xl:sticky xl:top-26">
        <RequestExample
          operation={operation.summary}
          curl={curlSnippet(request)}
          fetch={fetchSnippet(request)}
        />
        {response ? (
          <ShownExample
            title={`Response ${response.status}`}
            what={`the response of “${operation.summary}”`}
            value={response.value}
          />
        ) : null}
      </div>
    </section>
  );
}
