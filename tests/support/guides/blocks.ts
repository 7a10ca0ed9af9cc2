import { lexer } from "marked";

/** A block of code in a guide. */
export type Block = {
  guide: string;
  /** Its place among the guide's blocks, from 1. */
  number: number;
  language: string;
  code: string;
  /** The file it's meant to be, if it says so. */
  file: string | null;
  /** The HTTP error status that its request is meant to get. */
  status: number | null;
  /** A shortcode for WordPress. */
  isWordPress: boolean;
  isRun: boolean;
};

/** The blocks of code in a guide, with the marks after their language: `file=`, `status=`, `wordpress`, `norun`. */
export function readBlocks(guide: string, markdown: string): Block[] {
  const codes = lexer(markdown).flatMap((token) =>
    token.type === "code" ? [{ lang: String(token.lang ?? ""), text: String(token.text) }] : [],
  );
  return codes.map(({ lang, text }, index) => {
    const [language = "", ...marks] = lang.split(" ");
    const markOf = (name: string) =>
      marks.find((mark) => mark.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
    const status = markOf("status");
    return {
      guide,
      number: index + 1,
      language,
      code: text,
      file: markOf("file"),
      status: status === null ? null : Number(status),
      isWordPress: marks.includes("wordpress"),
      isRun: !marks.includes("norun"),
    };
  });
}
