import { FieldList } from "#components/docs/fields";
import { Inline } from "#components/docs/prose";
import type { ListedResponse } from "#components/docs/reference";
import { typeWords } from "#lib/http/openapi/schema-words";

export function SuccessList({ responses }: { responses: readonly ListedResponse[] }) {
  return (
    <ul className="divide-y">
      {responses
        .filter(({ isSuccess }) => isSuccess)
        .map((one) => (
          <Success key={one.status} {...one} />
        ))}
    </ul>
  );
}

function Success({ status, response }: ListedResponse) {
  const [[mediaType, media] = []] = Object.entries(response.content ?? {});
  const isJson = mediaType === "application/json";
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-mono text-[0.8125rem] font-semibold text-success">{status}</span>
        <span>{response.description}</span>
        {mediaType && !isJson ? (
          <span className="font-mono text-xs text-muted-foreground">{mediaType}</span>
        ) : null}
      </p>
      {isJson && media?.schema?.properties ? (
        <div className="mt-2 border-l pl-4">
          <FieldList schema={media.schema} isSent={false} />
        </div>
      ) : null}
      {isJson && media?.schema?.$ref ? (
        <p className="mt-1 text-muted-foreground">
          <a href={`#${typeWords(media.schema)}`} className="link">
            {typeWords(media.schema)}
          </a>
        </p>
      ) : null}
    </li>
  );
}

const CODE_LINKS = [
  "flex flex-wrap gap-x-3 gap-y-1 font-mono text-xs leading-5 text-muted-foreground",
  "[&_a]:rounded-sm [&_a]:underline [&_a]:decoration-border [&_a]:underline-offset-4 [&_a:hover]:text-foreground",
].join(" ");

/** Error codes by status, each linked to its meaning. */
export function ErrorList({ responses }: { responses: readonly ListedResponse[] }) {
  const errors = responses
    .filter(({ isSuccess }) => !isSuccess)
    .map(({ status, response }) => ({
      status,
      codes: Object.keys(response.content?.["application/json"]?.examples ?? {}),
    }));
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 py-3">
      {errors.map(({ status, codes }) => (
        <div key={status} className="contents">
          <dt className="font-mono text-[0.8125rem] font-semibold text-destructive">{status}</dt>
          <dd className={CODE_LINKS}>
            {codes.map((code) => (
              <a key={code} href={`#error-${code}`}>
                {code}
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function ErrorTable({
  codes,
}: {
  codes: readonly { code: string; status: number; meaning: string }[];
}) {
  return (
    <dl className="divide-y">
      {codes.map(({ code, status, meaning }) => (
        <div
          key={code}
          id={`error-${code}`}
          className="grid gap-x-6 py-3 target:bg-accent sm:grid-cols-[16rem_1fr]"
        >
          <dt className="flex items-baseline gap-3">
            <span className="font-mono text-xs text-muted-foreground">{status}</span>
            <span className="font-mono text-[0.8125rem] font-semibold wrap-anywhere">{code}</span>
          </dt>
          <dd className="text-muted-foreground">
            <Inline text={meaning} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
