import { LinkedText } from "#components/inbox/linked-text";
import type { InboxMessage } from "#lib/submissions/inbox-schema";

/** What was submitted, in the order sent. Always text: nothing in it is ever read as HTML. */
export function FieldList({ fields }: Pick<InboxMessage, "fields">) {
  return (
    <dl className="divide-y rounded-md border bg-card shadow-card">
      {fields.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-1 px-4 py-3 @md:grid-cols-[8rem_1fr] @2xl:grid-cols-[10rem_1fr]"
        >
          <dt dir="auto" className="text-muted-foreground break-words">
            {name}
          </dt>
          {(Array.isArray(value) ? value : [value]).map((text, index) => (
            <dd
              // biome-ignore lint/suspicious/noArrayIndexKey: repeated values have no other identity
              key={index}
              dir="auto"
              className="min-w-0 break-words whitespace-pre-wrap @md:col-start-2"
            >
              {text === "" ? (
                <span className="text-muted-foreground">empty</span>
              ) : (
                <LinkedText text={text} />
              )}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
