import { foldForSearch } from "#lib/core/text";
import { FOLDERS } from "#lib/domain/submissions/schema";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createManySubmissions, type ManyMessage } from "#tests/support/factories/many-messages";

/** The messages go on into the next month and year. */
const START = Date.parse("2025-12-31T20:00:00Z");
/** More than the first step of a search compares one by one. */
const MANY = 900;

export const minute = (n: number) => new Date(START + n * 60_000);

/** Frequent and rare values in several scripts. */
function valuesOf(n: number): string[] {
  const words = "Hello größe ΟΔΟΣ Привет 日本語 한국어 שלום 😀🏳️ 100% a_b\\c".split(" ");
  const pick = (step: number) => words[(n * step) % words.length] ?? "";
  return [
    `${pick(1)} ${pick(3)}`,
    `${pick(7)}${n}`,
    n % 97 === 0 ? "Xylophon 漢字 ǅ" : `№${n * n}`,
  ];
}

/** A workspace with submissions in many scripts, two forms, and all folders. */
export async function createSearched() {
  const workspace = await createWorkspace();
  const forms = [await createForm(workspace), await createForm(workspace)] as const;
  const messages = Array.from({ length: MANY }, (_, n) => ({
    form: n % 5 === 0 ? forms[1] : forms[0],
    values: valuesOf(n),
    receivedAt: minute(Math.floor(n / 2)),
    folder: FOLDERS[n % 7 === 0 ? 2 : n % 11 === 0 ? 1 : 0] ?? "inbox",
    read: n % 3 === 0,
  }));
  const ids = await createManySubmissions(workspace, messages);
  return { workspace, forms, messages, ids };
}

/** The submissions that a search must find: compares every submission with the term. */
export function matchesOf(
  { messages, ids }: { messages: readonly ManyMessage[]; ids: readonly string[] },
  term: string,
  query: {
    folder?: string;
    formId?: string;
    unread?: string;
    order?: string;
    receivedAfter?: string;
    receivedBefore?: string;
  },
): string[] {
  const after = Number(query.receivedAfter ?? 0);
  const before = Number(query.receivedBefore ?? Number.POSITIVE_INFINITY);
  const isMatch = ({ values, folder, form, read, receivedAt }: ManyMessage) =>
    receivedAt.getTime() > after &&
    receivedAt.getTime() < before &&
    values.some((value) => foldForSearch(value).includes(foldForSearch(term))) &&
    (query.folder === "all" || folder === (query.folder ?? "inbox")) &&
    (query.formId === undefined || form.id === query.formId) &&
    (query.unread !== "true" || !read);
  const found = messages
    .map((message, index) => ({ message, id: ids[index] ?? "" }))
    .filter(({ message }) => isMatch(message))
    .sort((a, b) => {
      const later = b.message.receivedAt.getTime() - a.message.receivedAt.getTime();
      return later || (a.id < b.id ? 1 : -1);
    })
    .map(({ id }) => id);
  return query.order === "asc" ? found.reverse() : found;
}
