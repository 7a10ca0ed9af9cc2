import { beforeEach, expect, test } from "vitest";
import {
  contentOf,
  dismissToast,
  dropUndo,
  endToasts,
  shownToasts,
  toast,
  undoLatest,
  undoToast,
} from "#components/ui/toast.ts";

beforeEach(() => endToasts());

/** A change that counts what happens to it. */
function change(kind: string, count = 1) {
  const seen = { undone: 0, ended: 0 };
  const undo = {
    label: "Undo",
    run: () => {
      seen.undone += 1;
    },
    onEnd: async () => {
      seen.ended += 1;
    },
    counted: { kind, count, describe: (all: number) => `${kind} ${all}` },
  };
  toast(`${kind} ${count}`, undo);
  return { seen, undo };
}

const texts = () => shownToasts.get().map((one) => contentOf(one).message);

test("changes share a toast that counts those of the latest kind", () => {
  change("Archived", 2);
  change("Archived", 3);
  expect(texts()).toEqual(["Archived 5"]);
  change("Deleted");
  expect(texts()).toEqual(["Deleted 1"]);
});

test("undoing the latest change leaves the earlier ones, and the toast undoes all that it names", () => {
  const [first, second, third] = [change("Archived"), change("Archived"), change("Archived")];
  expect(undoLatest()).toBe(true);
  expect(third.seen).toEqual({ undone: 1, ended: 0 });
  const [shown] = shownToasts.get();
  if (shown) undoToast(shown);
  expect([first, second].map(({ seen }) => seen.undone)).toEqual([1, 1]);
  expect(shownToasts.get()).toEqual([]);
  expect(undoLatest()).toBe(false);
});

test("a toast keeps the latest 50 changes, and the older ones take effect", () => {
  const changes = Array.from({ length: 52 }, () => change("Archived"));
  expect(changes.map(({ seen }) => seen.ended)).toEqual([1, 1, ...Array(50).fill(0)]);
  expect(texts()).toEqual(["Archived 50"]);
});

test("each change ends once, and one that failed can't be undone", () => {
  const [kept, failed] = [change("Archived"), change("Archived")];
  dropUndo(failed.undo);
  const [shown] = shownToasts.get();
  dismissToast(shown?.id ?? 0);
  dismissToast(shown?.id ?? 0);
  expect(kept.seen).toEqual({ undone: 0, ended: 1 });
  expect(failed.seen).toEqual({ undone: 0, ended: 0 });
});

test("at most three toasts show, and a plain message leaves what can be undone", () => {
  change("Archived");
  for (const message of ["One", "Two"]) toast(message);
  expect(texts()).toEqual(["Archived 1", "One", "Two"]);
  change("Archived");
  expect(texts()).toEqual(["One", "Two", "Archived 2"]);
});
