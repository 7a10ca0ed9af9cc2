import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import Link from "next/link";
import type { ReactNode } from "react";
import { Code } from "#components/docs/code";
import type { Theme } from "#components/shell/preferences.ts";
import { isPlain, plainText, slugOf } from "#lib/entry/docs/outline";

type Context = {
  /** Links to this origin lead to pages of the service. */
  baseUrl: string;
  /** The viewer's language for code in several. */
  language: string | undefined;
  theme?: Theme;
};

type MarkdownProps = Context & { text: string };

/** Renders Markdown. Consecutive blocks of code in different languages become tabs. */
export function Markdown({ text, ...context }: MarkdownProps) {
  return <Blocks tokens={lexer(text)} context={context} />;
}

type GivenTokens = { tokens: readonly Token[]; context: Context };

function keyed<T>(items: readonly T[]): { key: string; item: T }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}

/** Groups each run of code blocks, which become tabs of one figure. */
function groupCode(tokens: readonly MarkedToken[]): (MarkedToken | Tokens.Code[])[] {
  const groups: (MarkedToken | Tokens.Code[])[] = [];
  for (const token of tokens) {
    if (token.type === "space") continue;
    const last = groups.at(-1);
    if (token.type !== "code") groups.push(token);
    else if (Array.isArray(last) && !last.some(({ lang }) => lang === token.lang)) last.push(token);
    else groups.push([token]);
  }
  return groups;
}

function Blocks({ tokens, context }: GivenTokens): ReactNode {
  return keyed(groupCode(tokens.filter(isPlain))).map(({ key, item }) =>
    Array.isArray(item) ? (
      <CodeGroup key={key} id={`${key}-${item[0]?.raw.length}`} blocks={item} context={context} />
    ) : (
      <MarkdownElement key={key} token={item} context={context} />
    ),
  );
}

const LABELS: Readonly<Record<string, string>> = {
  sh: "Terminal",
  js: "JavaScript",
  python: "Python",
  php: "PHP",
  go: "Go",
  html: "HTML",
  jsx: "JavaScript",
  tsx: "TypeScript",
  vue: "Vue",
  svelte: "Svelte",
  astro: "Astro",
  json: "JSON",
  http: "HTTP",
};

type CodeGroupProps = { id: string; blocks: readonly Tokens.Code[]; context: Context };

function CodeGroup({ id, blocks, context }: CodeGroupProps) {
  const versions = blocks.map(({ lang = "", text }) => {
    const [language = "", ...marks] = lang.split(" ");
    const file = marks.find((mark) => mark.startsWith("file="))?.slice("file=".length);
    const isRequest = blocks.length > 1 && language === "sh";
    const label = isRequest ? "curl" : (LABELS[language] ?? language);
    return { language, label, code: text, file };
  });
  const [only] = versions;
  const title = versions.length === 1 ? (only?.file ?? only?.label ?? "") : "";
  return (
    <Code
      id={`code-${id}`}
      what={title === "" ? "this code" : `the code of ${title}`}
      title={title}
      versions={versions.map(({ language, label, code }) => ({ language, label, code }))}
      language={context.language}
    />
  );
}

type GivenToken<T> = { token: T; context: Context };

function MarkdownElement({ token, context }: GivenToken<MarkedToken>): ReactNode {
  const inside = "tokens" in token && <Blocks tokens={token.tokens ?? []} context={context} />;
  switch (token.type) {
    case "heading":
      return <Heading token={token}>{inside}</Heading>;
    case "paragraph":
      return <p>{inside}</p>;
    case "blockquote":
      return <blockquote>{inside}</blockquote>;
    case "strong":
      return <strong>{inside}</strong>;
    case "em":
      return <em>{inside}</em>;
    case "link":
      return (
        <GuideLink token={token} context={context}>
          {inside}
        </GuideLink>
      );
    case "text":
      return token.tokens ? inside : token.text;
    case "escape":
      return token.text;
    case "codespan":
      return <code>{token.text}</code>;
    case "image":
      return <Picture token={token} context={context} />;
    case "list":
      return <List token={token} context={context} />;
    case "table":
      return <Table token={token} context={context} />;
    default:
      throw new Error(`a guide contains Markdown that isn't rendered: ${token.type}`);
  }
}

function Heading({ token, children }: { token: Tokens.Heading; children: ReactNode }) {
  const id = slugOf(plainText(token.tokens));
  const Tag = token.depth === 2 ? "h2" : "h3";
  return (
    <Tag id={id}>
      <a href={`#${id}`}>{children}</a>
    </Tag>
  );
}

function List({ token, context }: GivenToken<Tokens.List>) {
  const items = keyed(token.items).map(({ key, item }) => (
    <li key={key}>
      <Blocks tokens={item.tokens} context={context} />
    </li>
  ));
  return token.ordered ? <ol start={token.start || 1}>{items}</ol> : <ul>{items}</ul>;
}

/** A row that begins with code can be linked to by it, like `/docs/errors#rate_limited`. */
function rowId([first]: readonly Tokens.TableCell[]): string | undefined {
  const [token, ...others] = first?.tokens ?? [];
  return token?.type === "codespan" && others.length === 0 ? token.text : undefined;
}

function Table({ token, context }: GivenToken<Tokens.Table>) {
  return (
    <table>
      <thead>
        <tr>
          {keyed(token.header).map(({ key, item }) => (
            <th key={key} scope="col">
              <Blocks tokens={item.tokens} context={context} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keyed(token.rows).map(({ key, item: cells }) => (
          <tr key={key} id={rowId(cells)}>
            {keyed(cells).map(({ key: column, item }) => (
              <td key={column}>
                <Blocks tokens={item.tokens} context={context} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A picture that exists in light and dark. Its title is its size: `520x300`. */
function Picture({ token, context }: GivenToken<Tokens.Image>) {
  const { theme = "system" } = context;
  const light = toHref(token.href, context.baseUrl);
  const dark = light.replace("-light.png", "-dark.png");
  const [width, height] = token.title?.split("x") ?? [];
  return (
    <picture>
      {theme === "system" ? <source media="(prefers-color-scheme: dark)" srcSet={dark} /> : null}
      <img
        src={theme === "dark" ? dark : light}
        alt={token.text}
        width={width}
        height={height}
        loading="lazy"
      />
    </picture>
  );
}

/** `webhooks.md#retries` is another guide. */
function toHref(href: string, baseUrl: string): string {
  if (href.startsWith(`${baseUrl}/`)) return href.slice(baseUrl.length);
  return href.replace(/^([\w-]+)\.md(?=#|$)/, "/docs/$1");
}

type GuideLinkProps = GivenToken<Tokens.Link> & { children: ReactNode };

function GuideLink({ token, context, children }: GuideLinkProps) {
  const href = toHref(token.href, context.baseUrl);
  return href.startsWith("/docs") ? (
    <Link href={href} prefetch={false} className="link">
      {children}
    </Link>
  ) : (
    <a href={href} className="link">
      {children}
    </a>
  );
}
