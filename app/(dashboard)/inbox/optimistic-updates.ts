import {
  type MutationFilters,
  type MutationState,
  type QueryClient,
  useMutationState,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { MessageTotals } from "#lib/domain/submissions/inbox/count-submissions";
import type { MessageState } from "#lib/domain/submissions/inbox/inbox-schema";
import type { SubmissionFilter } from "#lib/domain/submissions/schema";
import type { ChangeOutcome } from "./actions";

/**
 * Changes show immediately. Each is a mutation that stays in the mutation cache: data is shown with the
 * changes applied that it can't include yet, and a mutation that fails stops being applied.
 */
type Folder = SubmissionFilter["folder"];
type Snapshot = Omit<MessageState, "id">;
export type MessagePatch = Partial<Snapshot & { isDeleted: boolean }>;
export type MessageChange = { id: string; formId: string; from: Snapshot; to: MessagePatch };
type Change = MutationState<ChangeOutcome, Error, readonly MessageChange[], unknown>;
export type ChangeState = Pick<Change, "status" | "variables" | "data">;

const MUTATION_KEY = ["inbox", "change"];
export const CHANGES: MutationFilters = { mutationKey: MUTATION_KEY };

/**
 * Shows changes until `send` fails; from its `doneAt` on, data from the server includes them.
 *
 * @param scope - changes of one scope are sent one after the other
 */
export function applyChanges(
  client: QueryClient,
  changes: readonly MessageChange[],
  send: () => Promise<ChangeOutcome>,
  scope?: string,
): Promise<ChangeOutcome> {
  return client
    .getMutationCache()
    .build<ChangeOutcome, Error, readonly MessageChange[], unknown>(client, {
      mutationKey: MUTATION_KEY,
      mutationFn: send,
      // Rows that were read before the change need it for as long as they're listed.
      gcTime: Number.POSITIVE_INFINITY,
      ...(scope ? { scope: { id: scope } } : {}),
    })
    .execute(changes);
}

export function holdChanges(client: QueryClient, changes: readonly MessageChange[]) {
  const { promise, resolve, reject } = Promise.withResolvers<ChangeOutcome>();
  applyChanges(client, changes, () => promise).catch(() => undefined);
  return { confirm: resolve, revert: () => reject(new Error("reverted")) };
}

/** Server time in epoch milliseconds from which data includes a change; null if it failed. */
export function doneAt({ status, data }: ChangeState): number | null {
  if (status === "error") return null;
  return status === "success" && data ? data.doneAt : Number.POSITIVE_INFINITY;
}

type TimedPatch = { at: number; to: MessagePatch };
export type Changes = {
  states: readonly ChangeState[];
  byId: ReadonlyMap<string, readonly TimedPatch[]>;
};

export function toChanges(states: readonly ChangeState[]): Changes {
  const byId = new Map<string, TimedPatch[]>();
  for (const state of states) {
    const at = doneAt(state);
    if (at === null) continue;
    for (const { id, to } of state.variables ?? [])
      byId.set(id, [...(byId.get(id) ?? []), { at, to }]);
  }
  return { states, byId };
}

export function useChanges(): Changes {
  const states = useMutationState<Change>({ filters: CHANGES, select: ({ state }) => state });
  return useMemo(() => toChanges(states), [states]);
}

/**
 * A message as it is now. Returns the same object if nothing changed.
 *
 * @param asOf - when it was read: server time in epoch milliseconds
 */
export function applyPendingChanges<T extends Snapshot & { id: string }>(
  message: T,
  asOf: number,
  { byId }: Changes,
): T & { isDeleted?: boolean } {
  const patches = byId.get(message.id)?.filter(({ at }) => at >= asOf) ?? [];
  if (patches.length === 0) return message;
  return Object.assign({}, message, ...patches.map(({ to }) => to));
}

/** Returns whether a message is in a folder. A list of unread messages keeps those that have been read since. */
export function isListed(
  message: { folder: MessageState["folder"]; isDeleted?: boolean },
  folder: Folder,
): boolean {
  return !message.isDeleted && (folder === "all" || message.folder === folder);
}

export type Totals = { total: number; unread: number };

function totalsOf(message: Snapshot & { isDeleted?: boolean }, folder: Folder): Totals {
  const total = isListed(message, folder) ? 1 : 0;
  return { total, unread: message.read ? 0 : total };
}

/** The effect of one change on the counts of a folder, in one form or all forms. */
export function totalsDelta({ variables }: ChangeState, folder: Folder, formId?: string): Totals {
  const sum = { total: 0, unread: 0 };
  for (const change of variables ?? []) {
    if (formId !== undefined && change.formId !== formId) continue;
    const before = totalsOf(change.from, folder);
    const after = totalsOf({ ...change.from, ...change.to }, folder);
    sum.total += after.total - before.total;
    sum.unread += after.unread - before.unread;
  }
  return sum;
}

/** Counts of a folder (or all), in one form (or all), with the changes since `asOf`. */
export function totalsNow(
  totals: readonly MessageTotals[],
  asOf: number,
  { states }: Changes,
  folder: Folder,
  formId?: string,
): Totals {
  const deltas = states
    .filter((state) => (doneAt(state) ?? 0) >= asOf)
    .map((state) => totalsDelta(state, folder, formId));
  const counted = totals.filter(
    (entry) =>
      (folder === "all" || entry.folder === folder) &&
      (formId === undefined || entry.formId === formId),
  );
  const sumOf = (key: keyof Totals) =>
    // Another tab's change can be counted twice for a moment.
    Math.max(
      0,
      [...counted, ...deltas].reduce((sum, one) => sum + one[key], 0),
    );
  return { total: sumOf("total"), unread: sumOf("unread") };
}
