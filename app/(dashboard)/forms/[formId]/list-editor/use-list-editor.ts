"use client";

import { useState, useTransition } from "react";
import {
  type ActionError,
  type ActionResult,
  toFieldErrors,
} from "#components/form/action-result.ts";
import { CONNECTION_LOST_SAFE, callAction } from "#components/form/use-action.ts";
import { useDraft, useLeaveWarning } from "#components/form/use-draft.ts";
import type { ErrorDetail } from "#lib/core/errors";

/** A list of rows with an ID each. Rows may move. */
type Rows = readonly { id: string }[];

type Saved<T> = { content: T; revision: string | null };

/** The content being edited, and the revision that it’s based on. */
type Editing<T> = Saved<T> & { openIds: readonly string[] };

/** Messages by row and member. */
type RowErrors = Readonly<Record<string, Readonly<Record<string, string>>>>;

type ListEditorOptions<T> = {
  draftKey: string;
  initial: () => T;
  revision: string | null;
  rowsOf: (content: T) => Rows;
  /** Starts with a draft from earlier, which may be older than the saved content. */
  restore: (draft: T, saved: T) => Omit<Editing<T>, "revision">;
  /** Describes the problems of the sent rows in sentences; empty if there are none. */
  describeProblems: (sent: T, details: readonly ErrorDetail[]) => string;
};

export function areSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the IDs of the rows that differ from the saved ones, regardless of position. */
export function changedIds(rows: Rows, saved: Rows): string[] {
  const same = new Set(saved.map((row) => JSON.stringify(row)));
  return rows.filter((row) => !same.has(JSON.stringify(row))).map(({ id }) => id);
}

/** Groups the server's errors by field or rule. An option's error names its line. */
export function errorsByRow(rows: Rows, details: readonly ErrorDetail[]): RowErrors {
  const errors: Record<string, Record<string, string>> = {};
  for (const { path, message } of details) {
    const found = /^(?:config\.)?(?:fields|rules)\.(\d+)\.(\w+)(?:\.(\d+))?/.exec(path);
    const [, index, member = "", line] = found ?? [];
    const row = rows[Number(index)];
    if (!row || errors[row.id]?.[member]) continue;
    const words = member === "options" && line ? `option ${Number(line) + 1} ${message}` : message;
    errors[row.id] = { ...errors[row.id], ...toFieldErrors([{ path: member, message: words }]) };
  }
  return errors;
}

/** A row as people call it, by position, from 0, and name: rule 2 “Sales”. */
export function titleOfRow(noun: string, name: string, place: number): string {
  const title = `${noun} ${place + 1}`;
  return name.trim() === "" ? title : `${title} “${name.trim()}”`;
}

/** The parts of the editor that don't depend on what is edited. */
export type ListEditor = ReturnType<typeof useListEditor>;

/** A list being edited, the part of it that's saved, and the result of the last save. */
export function useListEditor<T>({ rowsOf, restore, ...options }: ListEditorOptions<T>) {
  const [base, setBase] = useState<Saved<T>>(() => ({
    content: options.initial(),
    revision: options.revision,
  }));
  const [editing, setEditing] = useState<Editing<T>>({ ...base, openIds: [] });
  const { content, revision, openIds } = editing;
  const saved = base.content;
  const [failed, setFailed] = useState<{ error: ActionError; sent: T } | null>(null);
  const [isPending, startTransition] = useTransition();
  const isDirty = !areSame(content, saved);

  const forgetDraft = useDraft({
    draftKey: options.draftKey,
    draft: isDirty ? { revision, content } : null,
    restore: (stored) =>
      setEditing({ ...restore(stored.content, saved), revision: stored.revision }),
  });
  useLeaveWarning(isDirty);

  function showFailed(error: ActionError, sent: T): void {
    const wrong = Object.keys(errorsByRow(rowsOf(sent), error.details));
    setFailed({ error, sent });
    setEditing((latest) => ({ ...latest, openIds: [...new Set([...latest.openIds, ...wrong])] }));
  }

  function describeFailed(): string {
    if (!failed) return "";
    const problems = options.describeProblems(failed.sent, failed.error.details);
    return problems ? `${problems} Your changes aren’t saved yet.` : (failed.error.message ?? "");
  }

  return {
    saved,
    content,
    openIds,
    revision,
    failed: failed?.error ?? null,
    /** The reason that the last save failed, in the page’s words. */
    message: describeFailed(),
    errors: errorsByRow(rowsOf(failed?.sent ?? content), failed?.error.details ?? []),
    isDirty,
    isPending,
    setEditing,
    change: (update: (latest: T) => T) =>
      setEditing((latest) => ({ ...latest, content: update(latest.content) })),
    toggle: (id: string) =>
      setEditing((latest) => ({
        ...latest,
        openIds: latest.openIds.includes(id)
          ? latest.openIds.filter((one) => one !== id)
          : [...latest.openIds, id],
      })),
    submit<R>(
      sent: T,
      save: () => Promise<ActionResult<R>>,
      toSaved: (value: R) => Saved<T>,
    ): void {
      if (isPending) return;
      startTransition(async () => {
        const result = await callAction(save, CONNECTION_LOST_SAFE);
        if (!result.ok) return showFailed(result.error, sent);
        const now = toSaved(result.value);
        setFailed(null);
        setBase(now);
        setEditing((latest) => {
          // Keeps text that was typed while saving.
          const kept = areSame(latest.content, sent) ? now.content : latest.content;
          const changed = changedIds(rowsOf(kept), rowsOf(now.content));
          const stillOpen = latest.openIds.filter((id) => changed.includes(id));
          return { content: kept, revision: now.revision, openIds: stillOpen };
        });
      });
    },
    /** @returns a function that undoes this */
    discard: (): (() => void) => {
      setEditing({ ...base, openIds: [] });
      setFailed(null);
      return () => setEditing(editing);
    },
    /** Discards the draft and shows the saved content. */
    showSaved: () => {
      forgetDraft();
      location.reload();
    },
  };
}
