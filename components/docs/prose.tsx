import { Fragment, type ReactNode } from "react";

/** Styles for inline code, set on the container. */
export const CHIP_STYLES = [
  "[&_.chip]:rounded-sm [&_.chip]:bg-muted [&_.chip]:px-1 [&_.chip]:py-0.5",
  "[&_.chip]:font-mono [&_.chip]:text-[0.9em] [&_.chip]:wrap-anywhere",
].join(" ");

export function Inline({ text }: { text: string }): ReactNode {
  return text.split("`").map((part, index) => {
    const key = `${index} ${part}`;
    if (index % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    return (
      <code key={key} className="chip">
        {part}
      </code>
    );
  });
}

/** A heading's text as a URL fragment. */
export function slugOf(heading: string): string {
  return heading.toLowerCase().replace(/\W+/g, "-");
}

type Block = { kind: "heading" | "list" | "text"; lines: string[] };

function toBlocks(text: string): Block[] {
  return text.split("\n\n").map((block) => {
    if (block.startsWith("## ")) return { kind: "heading", lines: [block.slice(3)] };
    if (block.startsWith("- "))
      return { kind: "list", lines: block.split("\n").map((line) => line.slice(2)) };
    return { kind: "text", lines: [block.replaceAll("\n", " ")] };
  });
}

export function headingsOf(text: string): string[] {
  return toBlocks(text).flatMap(({ kind, lines }) => (kind === "heading" ? lines : []));
}

/** Renders the CommonMark our document uses: paragraphs, headings, lists, inline code. */
export function Prose({ text }: { text: string }) {
  return (
    <div className="flex max-w-prose flex-col gap-3 leading-6 text-pretty">
      {toBlocks(text).map(({ kind, lines: [first = "", ...rest] }) => {
        if (kind === "heading")
          return (
            <h2
              key={first}
              id={slugOf(first)}
              className="mt-5 text-lg font-semibold tracking-tight"
            >
              {first}
            </h2>
          );
        if (kind === "text")
          return (
            <p key={first}>
              <Inline text={first} />
            </p>
          );
        return (
          <ul
            key={first}
            className="flex list-disc flex-col gap-1.5 pl-5 marker:text-muted-foreground"
          >
            {[first, ...rest].map((line) => (
              <li key={line}>
                <Inline text={line} />
              </li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}
