import { FieldList, ObjectLink } from "#components/docs/fields";
import { Inline } from "#components/docs/prose";
import type { OperationView, Success } from "#lib/docs/operations";

export function SuccessList({ successes }: { successes: readonly Success[] }) {
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
          {fields ? <FieldList fields={fields} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** Error codes by status, each linked to its meaning. */
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
