/** A released version in CHANGELOG.md, with its text below the heading. */
export type Release = { version: string; date: string; text: string };

const HEADING = /^## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/gm;

/** Parses the released versions in a changelog, newest first. Unreleased changes are left out. */
export function parseReleases(changelog: string): Release[] {
  const [, ...parts] = changelog.split(HEADING);
  return parts.flatMap((version, index) => {
    const [date = "", text = ""] = parts.slice(index + 1, index + 3);
    return index % 3 === 0 ? [{ version, date, text: text.trim() }] : [];
  });
}

/**
 * Matches links to pages of the repository, which the service doesn't serve: as an aside in parentheses, or in a
 * sentence.
 */
const ASIDE = /\s\(\[[^\]]+\]\(docs\/[^)]+\)\)/g;
const LINK = /\[([^\]]+)\]\(docs\/[^)]+\)/g;

/**
 * Writes the released versions as a guide's text: headings are unique, and links lead to guides.
 */
export function changelogMarkdown(changelog: string): string {
  return parseReleases(changelog)
    .map(({ version, date, text }) => {
      const body = text
        .replaceAll(/^### (.+)$/gm, `### $1 in ${version}`)
        .replaceAll("](docs/guides/", "](")
        .replaceAll(ASIDE, "")
        .replaceAll(LINK, "$1");
      return `## ${version} - ${date}\n\n${body}`;
    })
    .join("\n\n");
}
