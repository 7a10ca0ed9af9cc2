import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { mailtoHref } from "./reply-href";

/** The submitted fields in their order. Always shown as text, never as HTML. */
export function MessageFields({ fields }: Pick<InboxMessage, "fields">) {
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
          {[...(Array.isArray(value) ? value : [value]).entries()].map(([position, text]) => (
            <dd
              key={position}
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

const LINK =
  /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}])|([^\s<>"'@,;:()]+@[^\s<>"'@,;:()]+\.[a-z]{2,63})/gi;
const MAX_LINKS = 100;

type Segment = { start: number; text: string; href: string | null };

/** Splits a text at its web and email addresses. */
function splitLinks(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    if (segments.length > MAX_LINKS) break;
    const found = match[0];
    segments.push({ start: end, text: text.slice(end, match.index), href: null });
    segments.push({ start: match.index, text: found, href: match[1] ? found : mailtoHref(found) });
    end = match.index + found.length;
  }
  return [...segments, { start: end, text: text.slice(end), href: null }];
}

/** A visitor's text with its web and email addresses as links. */
function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((segment) =>
    segment.href ? (
      <a
        key={segment.start}
        href={segment.href}
        target="_blank"
        rel="noreferrer nofollow ugc"
        className="link wrap-anywhere"
      >
        {segment.text}
      </a>
    ) : (
      segment.text
    ),
  );
}
