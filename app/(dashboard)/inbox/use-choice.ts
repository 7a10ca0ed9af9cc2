import { useState } from "react";
import { type ChangesById, isListed, markedNow } from "#components/inbox/marks";
import { toast } from "#components/ui/toast";
import { countOf } from "#lib/core/count";
import type { ChosenMessage } from "#lib/submissions/list-matching";
import { chooseMatchingAction } from "./actions";
import type { InboxQuery } from "./inbox-href";
import type { InboxList } from "./use-list";

export type Choice = {
  ids: ReadonlySet<string>;
  messages: readonly ChosenMessage[];
  /** Every row that is shown is chosen. */
  isAllShown: boolean;
  toggle: (id: string, extends_?: boolean) => void;
  toggleAll: () => void;
  chooseMatching: () => Promise<void>;
  clear: () => void;
};

type Chosen = ReadonlyMap<string, ChosenMessage & { asOf: number }>;
const NONE: Chosen = new Map();

/** Which messages are ticked, in one list; another list starts with none. */
export function useChoice(query: InboxQuery, list: InboxList, changes: ChangesById): Choice {
  const { key, rows } = list;
  const [state, setState] = useState({ key, chosen: NONE, last: null as string | null });
  const { chosen, last } = state.key === key ? state : { chosen: NONE, last: null };
  const set = (next: Chosen, lastId: string | null) =>
    setState({ key, chosen: next, last: lastId });

  const messages = [...chosen.values()]
    .map((one) => markedNow(one, one.asOf, changes))
    .filter((one) => isListed(one, query.folder));
  const ids = new Set(messages.map(({ id }) => id));

  function toggle(id: string, isRange = false): void {
    const next = new Map(chosen);
    const [from, to] = [last ?? id, id].map((one) => rows.findIndex((row) => row.id === one));
    const isAdding = !ids.has(id);
    const range = isRange && from !== undefined && to !== undefined && from >= 0 && to >= 0;
    const touched = range
      ? rows.slice(Math.min(from, to), Math.max(from, to) + 1)
      : rows.filter((row) => row.id === id);
    for (const row of touched) {
      if (isAdding) next.set(row.id, row);
      else next.delete(row.id);
    }
    set(next, id);
  }

  const isAllShown = rows.length > 0 && rows.every(({ id }) => ids.has(id));
  return {
    ids,
    messages,
    isAllShown,
    toggle,
    toggleAll: () => set(isAllShown ? NONE : new Map(rows.map((row) => [row.id, row])), null),
    chooseMatching: async () => {
      const { message: _, cursor: __, ...filter } = query;
      const { value, refusal } = await chooseMatchingAction(filter).catch(() => ({
        value: null,
        refusal: "The service could not be reached.",
      }));
      if (!value) return void toast(refusal);
      const { chosen: found, isCut, asOf } = value;
      set(new Map(found.map((one) => [one.id, { ...one, asOf }])), null);
      if (isCut) toast(`Selected the newest ${countOf(found.length, "message")} (maximum).`);
    },
    clear: () => set(NONE, null),
  };
}
