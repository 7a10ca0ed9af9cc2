import Link from "next/link";
import { createContext, useContext } from "react";
import { Inline } from "#components/docs/prose";
import type { FieldView } from "#lib/entry/docs/fields";

/** The URL of each object that the API returns. */
export const ObjectHrefs = createContext<Readonly<Record<string, string>>>({});

export function ObjectLink({ name }: { name: string }) {
  const hrefs = useContext(ObjectHrefs);
  return (
    <Link href={hrefs[name] ?? "/docs/api"} prefetch={false} className="link">
      {name}
    </Link>
  );
}

/** Renders the type, linked to its object unless that’s expanded below. */
function TypeText({ type, component }: FieldView) {
  if (!component) return type;
  const [before = "", after = ""] = type.split(component);
  return (
    <>
      {before}
      <ObjectLink name={component} />
      {after}
    </>
  );
}

type ValuesProps = { values?: readonly string[]; fallback?: string | undefined };

export function Values({ values = [], fallback }: ValuesProps) {
  if (values.length === 0 && fallback === undefined) return null;
  return (
    <p>
      <small>
        {values.length > 0 ? (values.length === 1 ? "Always" : "One of") : null}
        {values.map((value) => [" ", <code key={value}>{value}</code>])}
        {fallback === undefined ? null : (
          <>
            {values.length > 0 ? ", default " : "Default "}
            <code>{fallback}</code>
          </>
        )}
      </small>
    </p>
  );
}

function Field(field: FieldView) {
  const { name, isRequired, limits, text, members } = field;
  return (
    <li>
      <p>
        <strong>{name}</strong>
        <small>
          <TypeText {...field} />
          {limits ? `, ${limits}` : null}
        </small>
        {isRequired ? <em>required</em> : null}
      </p>
      {text ? (
        <div>
          <Inline text={text} />
        </div>
      ) : null}
      <Values {...field} />
      {members ? <DocumentedFields fields={members} /> : null}
    </li>
  );
}

export function DocumentedFields({ fields }: { fields: readonly FieldView[] }) {
  return (
    <ul className="fields">
      {fields.map((field) => (
        <Field key={field.name} {...field} />
      ))}
    </ul>
  );
}
