import { settings } from "#lib/core/settings/settings";
import type { FieldView } from "#lib/entry/docs/fields";
import { type Guide, guideGroups, listGuides } from "#lib/entry/docs/guides";
import type { OperationView } from "#lib/entry/docs/operations";
import { type Heading, headingsOf, type Section, sectionsOf } from "#lib/entry/docs/outline";
import { type ReferencePage, reference } from "#lib/entry/docs/reference";

export type NavLink = { href: string; label: string };
/** A section of a page; operations have a method. */
export type NavSection = { id: string; label: string; method?: string };
export type NavPage = NavLink & { sections?: readonly NavSection[] };
export type NavGroup = { title: string; pages: readonly NavPage[] };

export function guideHref({ slug }: Guide): string {
  return `/docs/${slug}`;
}

export function referenceHref({ slug }: Pick<ReferencePage, "slug">): string {
  return `/docs/api/${slug}`;
}

export const SHARED_ERRORS: Heading = {
  depth: 2,
  text: "Errors of every request",
  id: "errors-of-every-request",
};

/**
 * Returns the headings of the reference's overview: those of the document's introduction, and of the
 * shared parts.
 */
export function overviewHeadings(): Heading[] {
  const { overview, objects } = reference();
  const names = objects.map(({ name }) => ({ depth: 2, text: name, id: name }));
  return [...headingsOf(overview), SHARED_ERRORS, ...names];
}

/** Returns every page of the documentation, by group and in reading order. */
export function navigation(): readonly NavGroup[] {
  return [
    ...guideGroups().map(([title, guides]) => ({
      title,
      // "Formspree" is enough under "Coming from".
      pages: guides.map((guide) => ({
        href: guideHref(guide),
        label: guide.title.replace(`${title} `, ""),
      })),
    })),
    {
      title: "API reference",
      pages: [
        { href: "/docs/api", label: "Overview" },
        ...reference().pages.map((page) => ({
          href: referenceHref(page),
          label: page.title,
          sections: [
            ...page.operations.map(({ id, title, method }) => ({ id, label: title, method })),
            ...page.objects.map(({ name }) => ({ id: name, label: name })),
          ],
        })),
      ],
    },
  ];
}

/** Returns the previous and next pages in reading order. */
export function neighbors(href: string): { previous: NavLink | null; next: NavLink | null } {
  const pages = navigation().flatMap((group) => group.pages);
  const index = pages.findIndex((page) => page.href === href);
  return { previous: pages[index - 1] ?? null, next: pages[index + 1] ?? null };
}

/** An index of the documentation for language models (llmstxt.org). */
export function llmsText(): string {
  const { baseUrl } = settings();
  const groups = guideGroups().map(([title, guides]) => {
    const lines = guides.map(
      (guide) => `- [${guide.title}](${baseUrl}${guideHref(guide)}.md): ${guide.description}`,
    );
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  return [
    "# Form Intake",
    "> A form backend. Websites submit their forms to it. It stores every submission, notifies verified recipients by email, sends signed webhooks, and has a JSON API.",
    ...groups,
    [
      "## API reference",
      "",
      `- [OpenAPI document](${baseUrl}/openapi.json): every operation, schema, error code, and event, as OpenAPI 3.1. Also as [YAML](${baseUrl}/openapi.yaml)`,
      `- [API reference](${baseUrl}/docs/api): the same as web pages`,
    ].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

/** A section that search can find. A page's beginning has an empty heading. */
export type SearchRow = [href: string, page: string, heading: string, text: string];

function oneLine(...texts: readonly string[]): string {
  return texts
    .join(" ")
    .replaceAll(/[`|*\s]+/g, " ")
    .trim();
}

function sectionRows(href: string, page: string, sections: readonly Section[]): SearchRow[] {
  return sections.flatMap(({ heading, text }): SearchRow[] => {
    const at = heading ? `${href}#${heading.id}` : href;
    return heading || text.trim() !== "" ? [[at, page, heading?.text ?? "", oneLine(text)]] : [];
  });
}

function guideRows(guide: Guide): SearchRow[] {
  const [beginning, ...sections] = sectionsOf(guide.markdown);
  const text = `${guide.description} ${beginning?.text ?? ""}`;
  return sectionRows(guideHref(guide), guide.title, [{ heading: null, text }, ...sections]);
}

function fieldWords(fields: readonly FieldView[]): string {
  return fields
    .map(({ name, text = "", values = [], members = [] }) =>
      oneLine(name, text, ...values, fieldWords(members)),
    )
    .join(" ");
}

function operationWords({ name, id, access = "", text, groups, errors }: OperationView): string {
  const codes = errors.flatMap(([, ofStatus]) => ofStatus);
  return oneLine(
    name,
    text,
    access,
    id,
    ...groups.map((group) => fieldWords(group.fields)),
    ...codes,
  );
}

function referenceRows(page: ReferencePage): SearchRow[] {
  const href = referenceHref(page);
  return [
    [href, page.title, "", oneLine(page.text)],
    ...page.operations.map((operation): SearchRow => {
      return [`${href}#${operation.id}`, page.title, operation.title, operationWords(operation)];
    }),
    ...page.objects.map(({ name, text, fields }): SearchRow => {
      return [`${href}#${name}`, page.title, name, oneLine(text, fieldWords(fields))];
    }),
  ];
}

/**
 * Returns the rows of the search: the sections of all guides, and the reference's operations and objects.
 */
export function searchRows(): SearchRow[] {
  const { overview, pages } = reference();
  return [
    ...listGuides().flatMap(guideRows),
    ...sectionRows("/docs/api", "API reference", sectionsOf(overview)),
    ...pages.flatMap(referenceRows),
  ];
}
