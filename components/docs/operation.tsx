import type { ReactNode } from "react";
import { Code } from "#components/docs/code";
import { DocumentedFields, ObjectLink } from "#components/docs/fields";
import { MethodLabel } from "#components/docs/method-label";
import { Inline, Prose } from "#components/docs/prose";
import type { FieldGroup, OperationView, Success } from "#lib/entry/docs/operations";
import { SNIPPET_LANGUAGES } from "#lib/entry/openapi/request-snippets";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function SuccessList({ successes }: { successes: readonly Success[] }) {
  return (
    <ul className="statuses">
      {successes.map(({ status, text, mediaType, component, fields }) => (
        <li key={status}>
          <p>
            <b>{status}</b>
            <span>
              <Inline text={text} />
            </span>
            {mediaType ? <code>{mediaType}</code> : null}
            {component ? <ObjectLink name={component} /> : null}
          </p>
          {fields ? <DocumentedFields fields={fields} /> : null}
        </li>
      ))}
    </ul>
  );
}

export function ErrorList({ errors }: Pick<OperationView, "errors">) {
  return (
    <dl className="errors">
      {errors.map(([status, codes]) => (
        <div key={status}>
          <dt>{status}</dt>
          <dd>
            {codes.map((code) => (
              <a key={code} href={`/docs/errors#${code}`}>
                {code}
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A group of fields; for a body, with notes beyond them. */
function Fields({ title, text, types, fields }: FieldGroup) {
  return (
    <Part title={title}>
      {text ? (
        <p className="note">
          <Inline text={text} />
        </p>
      ) : null}
      {types ? (
        <p className="note">
          {types.map((type) => (
            <code key={type}>{type}</code>
          ))}
        </p>
      ) : null}
      <DocumentedFields fields={fields} />
    </Part>
  );
}

function Examples({ id, title, request, responses, language }: OperationProps) {
  return (
    <div className="examples">
      {request ? (
        <Code
          id={`code-${id}`}
          what={`the request of “${title}”`}
          versions={SNIPPET_LANGUAGES.map(({ name, label, write }) => ({
            language: name,
            label,
            code: write(request),
          }))}
          language={language}
        />
      ) : null}
      {responses.map((response, index) => (
        <Code
          key={response.title}
          id={`response-${id}-${index}`}
          what={`${response.title.toLowerCase()} of “${title}”`}
          title={response.title}
          versions={[{ language: "json", label: "JSON", code: response.text }]}
          isScrolled
        />
      ))}
    </div>
  );
}

type OperationProps = OperationView & { language: string | undefined };

/** An operation or event: description and fields on the left, examples on the right. */
export function Operation(props: OperationProps) {
  const { id, title, method, name, access, text, groups, successes, errors } = props;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="operation">
      <div>
        <header>
          <h2 id={`${id}-title`}>
            <a href={`#${id}`}>{title}</a>
          </h2>
          <p>
            <MethodLabel method={method} />
            <code>{name}</code>
            {access ? (
              <small>
                <span className="sr-only">Scope: </span>
                {access}
              </small>
            ) : null}
          </p>
        </header>
        <Prose text={text} />
        {groups.map((group) => (
          <Fields key={group.title} {...group} />
        ))}
        {method === "EVENT" ? null : (
          <>
            <Part title="Responses">
              <SuccessList successes={successes} />
            </Part>
            <Part title="Errors">
              <ErrorList errors={errors} />
              {access === "no token" ? null : (
                <p className="note">
                  Plus <a href="/docs/api#errors-of-every-request">errors common to all requests</a>
                  .
                </p>
              )}
            </Part>
          </>
        )}
      </div>
      <Examples {...props} />
    </section>
  );
}
