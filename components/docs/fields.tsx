import { Inline } from "#components/docs/prose";
import { reference, resolveSchema } from "#components/docs/reference";
import type { Schema } from "#lib/http/openapi/document-shape";
import {
  componentOf,
  limitsOf,
  partOf,
  typeWords,
  valuesOf,
  withoutNull,
} from "#lib/http/openapi/schema-words";

/** The page has hundreds of fields, so their styles are set once, on the container. */
export const FIELD_STYLES = [
  "[&_ul.fields]:divide-y [&_ul.fields>li]:py-3 [&_ul.fields_ul.fields]:mt-3",
  "[&_ul.fields_ul.fields]:border-l [&_ul.fields_ul.fields]:pl-4",
  "[&_.fields_p]:flex [&_.fields_p]:flex-wrap [&_.fields_p]:items-baseline [&_.fields_p]:gap-x-2 [&_.fields_p]:gap-y-1",
  "[&_.fields_div+p]:mt-1.5 [&_.fields_div]:mt-1 [&_.fields_div]:text-pretty [&_.fields_div]:text-muted-foreground",
  "[&_.fields_strong]:font-mono [&_.fields_strong]:text-[0.8125rem] [&_.fields_strong]:font-semibold [&_.fields_strong]:wrap-anywhere",
  "[&_.fields_small]:text-xs [&_.fields_small]:text-muted-foreground",
  "[&_.fields_em]:text-xs [&_.fields_em]:font-medium [&_.fields_em]:text-warning [&_.fields_em]:not-italic",
].join(" ");

/** The object in a field, if its members are listed below the field. */
function membersOf(given: Schema, follow: boolean): Schema | null {
  const { schema } = withoutNull(given);
  if (componentOf(schema)) return follow ? resolveSchema(schema) : null;
  if (schema.properties) return schema;
  const part = partOf(schema);
  return part ? membersOf(part, follow) : null;
}

/** The first component named in a type. */
function linkedComponent(given: Schema): string | null {
  const { schema } = withoutNull(given);
  const part = partOf(schema);
  return componentOf(schema) ?? (part ? linkedComponent(part) : null);
}

/** The type, linked to the object it names unless that's expanded below. */
function TypeText({ schema, isUnfolded }: { schema: Schema; isUnfolded: boolean }) {
  const words = typeWords(schema);
  const component = linkedComponent(schema);
  if (!component) return words;
  if (isUnfolded) return words.replace(component, "object");
  const [before = "", after = ""] = words.split(component);
  return (
    <>
      {before}
      <a href={`#${component}`} className="link">
        {component}
      </a>
      {after}
    </>
  );
}

export function Values({ schema }: { schema: Schema }) {
  const values = valuesOf(schema);
  const isTold = /default/i.test(schema.description ?? "");
  const fallback = isTold ? undefined : schema.default;
  if (values.length === 0 && fallback === undefined) return null;
  return (
    <p>
      <small>
        {values.length > 0 ? (values.length === 1 ? "Always" : "One of") : null}
        {values.map((value) => [
          " ",
          <code key={value} className="chip">
            {value}
          </code>,
        ])}
        {fallback === undefined ? null : (
          <>
            {values.length > 0 ? ", default " : "Default "}
            <code className="chip">{String(fallback)}</code>
          </>
        )}
      </small>
    </p>
  );
}

type FieldProps = {
  name: string;
  schema: Schema;
  isRequired: boolean;
  /** Whether it's part of a request. Then objects are expanded and required fields are marked. */
  isSent: boolean;
};

function Field({ name, schema, isRequired, isSent }: FieldProps) {
  const members = membersOf(schema, isSent);
  const described = reference().schemas[linkedComponent(schema) ?? ""]?.description;
  const description = schema.description ?? described ?? "";
  const limits = limitsOf(schema);
  return (
    <li>
      <p>
        <strong>{name}</strong>
        <small>
          <TypeText schema={schema} isUnfolded={members !== null} />
          {limits.length > 0 ? `, ${limits.join(", ")}` : null}
        </small>
        {isSent && isRequired ? <em>required</em> : null}
      </p>
      {description === "" ? null : (
        <div>
          <Inline text={description} />
        </div>
      )}
      <Values schema={schema} />
      {members ? <FieldList schema={members} isSent={isSent} /> : null}
    </li>
  );
}

export function FieldList({ schema, isSent }: { schema: Schema; isSent: boolean }) {
  return (
    <ul className="fields">
      {Object.entries(schema.properties ?? {}).map(([name, member]) =>
        typeof member === "object" ? (
          <Field
            key={name}
            name={name}
            schema={member}
            isRequired={schema.required?.includes(name) ?? false}
            isSent={isSent}
          />
        ) : null,
      )}
    </ul>
  );
}
