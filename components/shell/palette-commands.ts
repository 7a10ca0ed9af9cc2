import { defaultFilter } from "cmdk";
import {
  ACTIONS,
  formCommands,
  formSectionCommands,
  PAGES,
} from "#components/shell/palette-entries.ts";
import type { PaletteCommand } from "#components/shell/palette-state.ts";
import type { FormName } from "#lib/domain/forms/forms";

/** Compares in upper case, where a Turkish ı is an I. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase();
}

/** Below this score, cmdk has only matched letters scattered over the name. */
const MIN_SCORE = 0.15;

/**
 * The best matches by cmdk's own score, ignoring accents. Scored here and not in the list, because a
 * workspace may have hundreds of forms and cmdk would render an element for each of their pages.
 */
export function findCommands(
  commands: readonly PaletteCommand[],
  search: string,
  max = commands.length,
): { best: number; commands: readonly PaletteCommand[] } {
  if (search === "") return { best: 0, commands: commands.slice(0, max) };
  const typed = fold(search);
  const found = commands
    .map((command) => ({ command, score: scoreOf(command, typed) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
  return {
    best: found[0]?.score ?? 0,
    commands: found.slice(0, max).map(({ command }) => command),
  };
}

function scoreOf({ label, section, words = [] }: PaletteCommand, typed: string): number {
  const name = fold(section ? `${label} ${section}` : label);
  const keywords = words.map(fold);
  // cmdk only matches letters in order, but people type words in any order.
  return Math.min(...typed.split(/\s+/).map((word) => defaultFilter(name, word, keywords)));
}

/** The maximum number of entries shown of a group. A longer search narrows them down. */
const MAX_SHOWN = 8;

export type PaletteGroup = { heading: string; commands: readonly PaletteCommand[] };

type PaletteContents = {
  forms: readonly FormName[];
  pageCommands: readonly PaletteCommand[];
  isOwner: boolean;
};

/** Returns the palette’s groups for a search, best group first. */
export function groupCommands(
  search: string,
  { forms, pageCommands, isOwner }: PaletteContents,
): PaletteGroup[] {
  const group = (heading: string, commands: readonly PaletteCommand[], max?: number) => {
    const listed = commands.filter(
      ({ isRare, isForOwners }) => (search || !isRare) && (isOwner || !isForOwners),
    );
    return { heading, ...findCommands(listed, search, max) };
  };
  const thisPage = group("This page", pageCommands);
  const pages = group("Pages", PAGES);
  const formGroup = group("Forms", formCommands(forms), MAX_SHOWN);
  return [
    // A search for "archive" means the folder rather than the command.
    ...(search ? [pages, thisPage] : [thisPage, pages]),
    group("Actions", ACTIONS),
    formGroup,
    ...(search && formGroup.commands.length === 0
      ? [group("Form pages", formSectionCommands(forms), MAX_SHOWN)]
      : []),
  ]
    .filter(({ commands }) => commands.length > 0)
    .sort((a, b) => b.best - a.best);
}
