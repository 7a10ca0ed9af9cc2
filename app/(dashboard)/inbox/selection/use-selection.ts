import { useState } from "react";
import { toast } from "#components/ui/toast.ts";
import { MAX_CHANGED_AT_ONCE } from "#lib/domain/submissions/inbox/limits";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/select-messages";
import { describeFailure, requireValue } from "../action-value";
import { listMatchingAction } from "../actions";
import { type Changes, changeMessage, isListed } from "../changes";
import { useInboxNavigation } from "../inbox-navigation";
import type { LoadedMessages } from "../list/use-message-list";
import { filterOf } from "../queries";

export type Selection = ReturnType<typeof useSelection>;

type Selected = ReadonlyMap<string, SelectedMessage>;
const NONE: Selected = new Map();

type State = {
  key: unknown;
  selected: Selected;
  last: string | null;
  /**
   * Set if all matching messages are selected, loaded or not, or as many of the newest as possible.
   */
  matching: "all" | "newest" | null;
};

/** The selected messages of a list. Another list starts with none. */
export function useSelection(list: LoadedMessages, changes: Changes) {
  const { query } = useInboxNavigation();
  const { key, rows } = list;
  const none: State = { key, selected: NONE, last: null, matching: null };
  const [state, setState] = useState(none);
  const { selected, last, matching } = state.key === key ? state : none;
  const select = (next: Selected, lastId: string | null) => {
    if (next.size > MAX_CHANGED_AT_ONCE)
      toast(`At most ${MAX_CHANGED_AT_ONCE} messages can be selected.`);
    const first = new Map([...next].slice(0, MAX_CHANGED_AT_ONCE));
    setState({ key, selected: first, last: lastId, matching: null });
  };

  const listed = new Map(list.allRows.map((row) => [row.id, row]));
  const messages = [...selected.values()]
    .map((one) => changeMessage(listed.get(one.id) ?? one, changes))
    .filter((one) => isListed(one, query.folder));
  const ids = new Set(messages.map(({ id }) => id));
  const areAllShown = rows.length > 0 && rows.every(({ id }) => ids.has(id));

  function toggle(id: string, isRange = false): void {
    const next = new Map(selected);
    const to = rows.findIndex((row) => row.id === id);
    const from = isRange ? rows.findIndex((row) => row.id === (last ?? id)) : to;
    const first = from < 0 ? to : Math.min(from, to);
    for (const row of rows.slice(first, Math.max(from, to) + 1)) {
      if (ids.has(id)) next.delete(row.id);
      else next.set(row.id, row);
    }
    select(next, id);
  }

  async function selectMatching(): Promise<void> {
    try {
      const found = await requireValue(() => listMatchingAction(filterOf(query)));
      const next = new Map(found.selected.map((one) => [one.id, one]));
      setState({ key, selected: next, last: null, matching: found.isCut ? "newest" : "all" });
    } catch (failure) {
      toast(describeFailure(failure));
    }
  }

  return {
    ids,
    messages,
    areAllShown,
    matching,
    toggle,
    toggleAll: () => select(areAllShown ? NONE : new Map(rows.map((row) => [row.id, row])), null),
    selectMatching,
    clear: () => select(NONE, null),
  };
}
