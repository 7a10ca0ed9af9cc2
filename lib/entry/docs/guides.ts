import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { settings } from "#lib/core/settings/settings";
import { changelogMarkdown } from "#lib/entry/docs/changelog";
import { expandIncludes } from "#lib/entry/docs/includes";

/** The service's URL in the guides, which is replaced by its own when they're served. */
const EXAMPLE_ORIGIN = "https://forms.example.com";

/** A picture in `public`, by its path from a guide. */
const PUBLIC_FILES = "](../../public/";

const Header = z.strictObject({
  title: z.string(),
  description: z.string(),
  /** The group's heading in the navigation. */
  group: z.string(),
  /** The guide's position among all guides, which also orders the groups. */
  order: z.coerce.number().int(),
});

export type Guide = z.output<typeof Header> & {
  /** `/docs/<slug>`, and `/docs/<slug>.md` as Markdown. */
  slug: string;
  /** The guide's text without its header. */
  markdown: string;
};

const FENCED_HEADER = /^---\n([\s\S]*?)\n---\n/;

/**
 * Parses a guide: a header of `name: value` lines between `---`, and Markdown.
 *
 * @throws {Error} naming the file and what's wrong with its header
 */
export function parseGuide(file: string, source: string, baseUrl: string): Guide {
  const [fenced = "", lines = ""] = FENCED_HEADER.exec(source) ?? [];
  const header = Header.safeParse(
    Object.fromEntries(lines.split("\n").map((line) => line.split(/:\s*(.*)/s, 2))),
  );
  if (!header.success) throw new Error(`docs/guides/${file}: ${z.prettifyError(header.error)}`);
  const text = source
    .slice(fenced.length)
    .trim()
    .replaceAll(EXAMPLE_ORIGIN, baseUrl)
    .replaceAll(PUBLIC_FILES, `](${baseUrl}/`);
  const markdown = expandIncludes(text, baseUrl);
  return { ...header.data, slug: file.replace(/\.md$/, ""), markdown };
}

function readGuides(): Guide[] {
  // The working directory is the checkout, whichever way the app is served.
  const folder = join(/* turbopackIgnore: true */ process.cwd(), "docs/guides");
  const guides = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => parseGuide(file, readFileSync(join(folder, file), "utf8"), settings().baseUrl))
    .sort((a, b) => a.order - b.order);
  return [...guides, readChangelog()];
}

function readChangelog(): Guide {
  const path = join(/* turbopackIgnore: true */ process.cwd(), "CHANGELOG.md");
  return {
    slug: "changelog",
    title: "Changelog",
    description: "What changed in each version.",
    group: "Releases",
    order: Number.MAX_SAFE_INTEGER,
    markdown: changelogMarkdown(readFileSync(path, "utf8")),
  };
}

let read: readonly Guide[] | undefined;

/**
 * Lists every file in docs/guides, in order, and the changelog. They're read once, or for each page during
 * development.
 */
export function listGuides(): readonly Guide[] {
  if (settings().nodeEnv === "development") return readGuides();
  read ??= readGuides();
  return read;
}

export function findGuide(slug: string): Guide | null {
  return listGuides().find((guide) => guide.slug === slug) ?? null;
}

/** Returns the guides by group, in the order of each group's first guide. */
export function guideGroups(): [group: string, guides: Guide[]][] {
  return [...Map.groupBy(listGuides(), ({ group }) => group)];
}

/** A guide as served at `/docs/<slug>.md`. */
export function guideText({ title, description, markdown }: Guide): string {
  return `# ${title}\n\n> ${description}\n\n${markdown}\n`;
}
