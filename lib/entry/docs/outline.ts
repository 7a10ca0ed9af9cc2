import { lexer, type MarkedToken, type Token } from "marked";

/** A heading's text as a URL fragment. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, "-")
    .replace(/^-|-$/g, "");
}

export type Heading = { depth: number; text: string; id: string };

/** A heading and the text up to the next one. The first section of a text has no heading. */
export type Section = { heading: Heading | null; text: string };

/** Narrows to the lexer's own tokens, without extensions. */
export function isPlain(token: Token): token is MarkedToken {
  return "raw" in token;
}

export function plainText(tokens: readonly Token[]): string {
  return tokens
    .filter(isPlain)
    .map((token) => {
      if (token.type === "table")
        return [token.header, ...token.rows]
          .flat()
          .map((cell) => plainText(cell.tokens))
          .join(" ");
      if (token.type === "list") return token.items.map((item) => plainText(item.tokens)).join(" ");
      if ("tokens" in token && token.tokens) return plainText(token.tokens);
      return "text" in token ? token.text : " ";
    })
    .join("");
}

/** Splits Markdown at its headings, leaving out its code. */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [{ heading: null, text: "" }];
  for (const token of lexer(markdown).filter(isPlain)) {
    if (token.type === "heading") {
      const text = plainText(token.tokens);
      sections.push({ heading: { depth: token.depth, text, id: slugOf(text) }, text: "" });
    } else if (token.type !== "code" && token.type !== "space") {
      const last = sections.at(-1);
      if (last) last.text += `${plainText([token])}\n`;
    }
  }
  return sections;
}

/** Returns the headings of levels 2 and 3, for "On this page". */
export function headingsOf(markdown: string): Heading[] {
  return sectionsOf(markdown).flatMap(({ heading }) =>
    heading && heading.depth <= 3 ? [heading] : [],
  );
}
