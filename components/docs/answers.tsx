import { type Components, FieldList } from "#components/docs/fields";
import { Inline } from "#components/docs/prose";
import type { Answer, Operation, Reference } from "#lib/http/openapi/document-shape";
import { typeWords } from "#lib/http/openapi/schema-words";

type Answers = Operation["responses"];
type Shared = Readonly<Record<string, Answer>>;

function resolve(answer: Answer | Reference, shared: Shared): Answer | null {
  if (!("$ref" in answer)) return answer;
  return shared[answer.$ref.replace("#/components/responses/", "")] ?? null;
}

export function isSuccess(status: string): boolean {
  return status < "4";
}

function codesOf(answer: Answer): string[] {
  return Object.keys(answer.content?.["application/json"]?.examples ?? {});
}

function Success({
  status,
  answer,
  components,
}: {
  status: string;
  answer: Answer;
  components: Components;
}) {
  const [[mediaType, media] = []] = Object.entries(answer.content ?? {});
  const isJson = mediaType === "application/json";
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-mono text-[0.8125rem] font-semibold text-success">{status}</span>
        <span>{answer.description}</span>
        {mediaType && !isJson ? (
          <span className="font-mono text-xs text-muted-foreground">{mediaType}</span>
        ) : null}
      </p>
      {isJson && media?.schema?.properties ? (
        <div className="mt-2 border-l pl-4">
          <FieldList schema={media.schema} components={components} isSent={false} />
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

type AnswerListProps = { answers: Answers; shared: Shared; components: Components };

/** What an operation answers when it does what it was asked to. */
export function SuccessList({ answers, shared, components }: AnswerListProps) {
  return (
    <ul className="divide-y">
      {Object.entries(answers).map(([status, given]) => {
        const answer = resolve(given, shared);
        return answer && isSuccess(status) ? (
          <Success key={status} status={status} answer={answer} components={components} />
        ) : null;
      })}
    </ul>
  );
}

const CODE_LINKS = [
  "flex flex-wrap gap-x-3 gap-y-1 font-mono text-xs leading-5 text-muted-foreground",
  "[&_a]:rounded-sm [&_a]:underline [&_a]:decoration-border [&_a]:underline-offset-4 [&_a:hover]:text-foreground",
].join(" ");

/** Every refusal by status, each code leading to what it means. */
export function RefusalList({ answers, shared }: Omit<AnswerListProps, "components">) {
  const refusals = Object.entries(answers).flatMap(([status, given]) => {
    const answer = resolve(given, shared);
    return answer && !isSuccess(status) ? [{ status, codes: codesOf(answer) }] : [];
  });
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 py-3">
      {refusals.map(({ status, codes }) => (
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

/** The meanings of all codes that any operation answers, once. */
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
