import type { FieldView } from "#lib/docs/fields";
import { type Guide, listGuides } from "#lib/docs/guides";
import { guideHref, referenceHref } from "#lib/docs/navigation";
import type { OperationView } from "#lib/docs/operations";
import { type Section, sectionsOf } from "#lib/docs/outline";
import { type ReferencePage, reference } from "#lib/docs/reference";

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

/** Everything that search finds: the sections of all guides, and the reference's operations and objects. */
export function searchRows(): SearchRow[] {
  const { overview, pages } = reference();
  return [
    ...listGuides().flatMap(guideRows),
    ...sectionRows("/docs/api", "API reference", sectionsOf(overview)),
    ...pages.flatMap(referenceRows),
  ];
}
