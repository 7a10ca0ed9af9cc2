import { Fragment, type ReactNode } from "react";

export function Inline({ text }: { text: string }): ReactNode {
  return text.split("`").map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 0 ? <Fragment key={key}>{part}</Fragment> : <code key={key}>{part}</code>;
  });
}

/**
 * Renders the CommonMark in descriptions of the API: paragraphs, lists, inline code. The browser runs it too,
 * which is why it isn't the renderer of the guides.
 */
export function Prose({ text }: { text: string }) {
  return text
    .split("\n\n")
    .filter((block) => block !== "")
    .map((block) => {
      if (!block.startsWith("- "))
        return (
          <p key={block}>
            <Inline text={block.replaceAll("\n", " ")} />
          </p>
        );
      return (
        <ul key={block}>
          {block.split("\n").map((line) => (
            <li key={line}>
              <Inline text={line.slice(2)} />
            </li>
          ))}
        </ul>
      );
    });
}
