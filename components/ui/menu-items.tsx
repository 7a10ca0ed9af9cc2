import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, useEffect, useRef } from "react";

export type MenuItem = { label: string; Icon: LucideIcon } & (
  | { href: string }
  | { run: () => void }
);

export type OpenMenu = { label: string; onClose: () => void };

/** The index that a key moves to, if any: arrows, Home, End, or the first letter of an item. */
function placeAfter(key: string, at: number, labels: readonly string[]): number | undefined {
  const count = labels.length;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (Math.max(at, 0) - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key.length !== 1) return undefined;
  const isNext = (label: string) => label.toLowerCase().startsWith(key.toLowerCase());
  const found = [...labels.slice(at + 1), ...labels.slice(0, at + 1)].findIndex(isNext);
  return found < 0 ? undefined : (at + 1 + found) % count;
}

type MenuItemsProps = OpenMenu & { groups: readonly (readonly MenuItem[])[] };

/** The open menu. It takes the focus. */
export default function MenuItems({ label, groups, onClose }: MenuItemsProps) {
  const box = useRef<HTMLDivElement>(null);
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];

  useEffect(() => {
    box.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, []);

  function moveFocus(key: string, from: HTMLElement): void {
    const all = items();
    const labels = all.map((item) => item.textContent);
    const at = all.indexOf(from);
    const next = placeAfter(key, at, labels);
    if (next !== undefined) all[next]?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key !== "Tab" && key !== "Enter") event.preventDefault();
    if (key === "Escape" || key === "Tab") onClose();
    else if (!(target instanceof HTMLElement)) return;
    else if (key === " ") target.click();
    else moveFocus(key, target);
  }

  return (
    <div
      ref={box}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="divide-y"
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <div key={group[0]?.label} role="none" className="p-1">
            {group.map((item) => (
              <Item key={item.label} item={item} close={onClose} />
            ))}
          </div>
        ))}
    </div>
  );
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, Icon } = item;
  const look = {
    role: "menuitem",
    tabIndex: -1,
    className:
      "flex min-h-9 w-full items-center gap-3 rounded-sm px-2.5 py-1.5 text-left outline-none hover:bg-accent focus:bg-accent focus:text-accent-foreground",
  };
  const content = (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      {label}
    </>
  );
  if ("href" in item)
    return (
      <Link href={item.href} prefetch={false} onClick={close} {...look}>
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      onClick={() => {
        // First, so that a dialog it opens returns the focus to the menu’s button.
        close();
        item.run();
      }}
      {...look}
    >
      {content}
    </button>
  );
}
