"use client";

import { DocumentedFields, ObjectHrefs, ObjectLink, Values } from "#components/docs/fields";
import { ErrorList, Operation } from "#components/docs/operation";
import { Inline } from "#components/docs/prose";
import type { OperationView } from "#lib/entry/docs/operations";
import type { ObjectView } from "#lib/entry/docs/reference";

function ObjectSection(object: ObjectView) {
  const { name, text, fields, kinds } = object;
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="object">
      <h2 id={`${name}-title`}>
        <a href={`#${name}`}>{name}</a>
      </h2>
      <p>
        <Inline text={text} />
      </p>
      <DocumentedFields fields={fields} />
      <Values {...object} />
      {kinds.length === 0 ? null : (
        <ul>
          {kinds.map((kind) => (
            <li key={kind}>
              <ObjectLink name={kind} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type ReferenceContentProps = {
  operations: readonly OperationView[];
  objects: readonly ObjectView[];
  hrefs: Readonly<Record<string, string>>;
  /** The heading and codes of errors that every operation has. */
  shared?: { id: string; text: string; errors: OperationView["errors"] };
  language?: string | undefined;
};

/**
 * Renders operations and objects. A client component, although it never changes: the page then contains
 * their data a second time for the browser, instead of all of their elements, which would double its size.
 */
export function ReferenceContent(props: ReferenceContentProps) {
  const { operations, objects, hrefs, shared, language } = props;
  return (
    <ObjectHrefs value={hrefs}>
      {operations.map((operation) => (
        <Operation key={operation.id} {...operation} language={language} />
      ))}
      {shared ? (
        <section className="object">
          <h2 id={shared.id}>{shared.text}</h2>
          <ErrorList errors={shared.errors} />
        </section>
      ) : null}
      {objects.map((object) => (
        <ObjectSection key={object.name} {...object} />
      ))}
    </ObjectHrefs>
  );
}
