import { memo } from "react";
import { isBodyName } from "#lib/core/fields/letter-parts";
import type { ShownField } from "#lib/domain/forms/fields/shown-fields";
import type { InboxMessage } from "#lib/domain/submissions/inbox/inbox-schema";
import { mailtoHref } from "./reply-href";
import { splitLinks } from "./split-links";

/** The sender's text. Always shown as text, never as HTML. */
export function MessageBody({ name, label, text }: { name: string; label: string; text: string }) {
  return (
    <div className="max-w-[68ch] text-base leading-[1.625rem]">
      <p dir="auto" className={isBodyName(name) ? "sr-only" : "eyebrow mb-1 wrap-anywhere"}>
        {label}
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        <LinkedText text={text} />
      </p>
    </div>
  );
}

type MessageFieldsProps = {
  fields: readonly ShownField[];
  invalid: InboxMessage["message"]["invalidFields"];
};

/**
 * Submitted fields in order, with their problems. Always shown as text, never as HTML. All begin at the side
 * where the first label begins.
 */
export function MessageFields({ fields, invalid }: MessageFieldsProps) {
  const problemOf = (field: string) => invalid?.find(({ name }) => name === field)?.message;
  return (
    <dl dir="auto" className="grid gap-y-2 border-t pt-4 @[40rem]:pt-6">
      {fields.map(({ name, label, values }) => (
        <div
          key={name}
          className="grid gap-x-6 @md:grid-cols-[8rem_1fr] @2xl:grid-cols-[10rem_1fr]"
        >
          <dt className="text-muted-foreground wrap-anywhere">{label}</dt>
          {[...values.entries()].map(([position, text]) => (
            <dd
              key={position}
              className="max-w-prose whitespace-pre-wrap wrap-anywhere @md:col-start-2"
            >
              {text === "" ? (
                <span className="text-muted-foreground">empty</span>
              ) : (
                <bdi>
                  <LinkedText text={text} />
                </bdi>
              )}
            </dd>
          ))}
          {problemOf(name) ? (
            <dd className="text-sm text-destructive @md:col-start-2">
              Doesn’t fit: {problemOf(name)}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

/** Memoized, so that long text isn't split again with every render of the message. */
const LinkedText = memo(({ text }: { text: string }) =>
  [...splitLinks(text).entries()].map(([at, part]) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a
        key={at}
        href={/^https?:/i.test(part) ? part : mailtoHref(part)}
        target="_blank"
        rel="noreferrer nofollow ugc"
        dir="ltr"
        className="link wrap-anywhere"
      >
        {part}
      </a>
    ),
  ),
);
