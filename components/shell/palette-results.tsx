import { useMemo } from "react";
import { type FormEntries, formEntries } from "#components/shell/palette-forms";
import { type Entry, findMatches, toEntry } from "#components/shell/palette-match";
import { actionsWith, PAGES, type Step } from "#components/shell/palette-steps";
import type { FormName } from "#lib/forms/forms";

/** Of each kind; who does not see what they want types on. */
const MAX_SHOWN = 8;

export type Group = { heading: string; steps: readonly Step[] };

type Known = {
  here: readonly Entry<Step>[];
  pages: readonly Entry<Step>[];
  actions: readonly Entry<Step>[];
  formPages: FormEntries;
};

const isCommon = ({ item }: Entry<Step>) => !item.isRare;

function groupsOf({ here, pages, actions, formPages }: Known, search: string): Group[] {
  const matching = (heading: string, entries: readonly Entry<Step>[], max = entries.length) => ({
    heading,
    ...findMatches(search ? entries : entries.filter(isCommon), search, max),
  });
  const thisPage = matching("This page", here);
  const places = matching("Pages", pages);
  const forms = matching("Forms", formPages.forms, MAX_SHOWN);
  // A form's pages are meant where its name alone does not say it all.
  const isPartMeant = search !== "" && forms.items.length === 0;
  return [
    // Who types "archive" means the place rather than the deed.
    ...(search ? [places, thisPage] : [thisPage, places]),
    matching("Do", actions),
    forms,
    ...(isPartMeant ? [matching("Pages of forms", formPages.parts, MAX_SHOWN)] : []),
  ]
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ heading, items }) => ({ heading, steps: items }));
}

/** What the palette lists for what is typed, the best kind first. */
export function useGroups(
  search: string,
  forms: readonly FormName[],
  here: readonly Step[],
  signOut: () => Promise<void>,
): Group[] {
  const known = useMemo(
    (): Known => ({
      here: here.map(toEntry),
      pages: PAGES.map(toEntry),
      actions: actionsWith(signOut).map(toEntry),
      formPages: formEntries(forms),
    }),
    [forms, here, signOut],
  );
  return useMemo(() => groupsOf(known, search), [known, search]);
}
