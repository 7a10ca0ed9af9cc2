import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn";

export type MenuItem = { label: string; Icon: LucideIcon } & (
  | { href: string }
  | { run: () => void }
);

type MenuProps = {
  label: string;
  icon: ReactNode;
  /** Between groups is a line. */
  groups: readonly (readonly MenuItem[])[];
};

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

/** A button with a menu, by the ARIA pattern. Closes on Escape, Tab and a press elsewhere. */
export function Menu({ label, icon, groups }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];

  useEffect(() => {
    if (!isOpen) return;
    box.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    addEventListener("pointerdown", onPress);
    return () => removeEventListener("pointerdown", onPress);
  }, [isOpen]);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

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
    // Keys are the menu’s now, not shortcuts of the page.
    event.stopPropagation();
    if (key !== "Tab" && key !== "Enter") event.preventDefault();
    if (key === "Escape" || key === "Tab") close();
    else if (!(target instanceof HTMLElement)) return;
    else if (key === " ") target.click();
    else moveFocus(key, target);
  }

  return (
    <div ref={box} className="relative">
      <Button
        ref={button}
        variant="ghost"
        size="iconSm"
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
        className={cn(isOpen && "bg-accent text-foreground")}
      >
        {icon}
        <span className="sr-only">{label}</span>
      </Button>
      {isOpen ? (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
          className="absolute top-full right-0 z-40 mt-1 w-64 max-w-[calc(100vw-2rem)] divide-y rounded-md border bg-popover text-popover-foreground shadow-pop"
        >
          {groups
            .filter((group) => group.length > 0)
            .map((group) => (
              <div key={group[0]?.label} role="none" className="p-1">
                {group.map((item) => (
                  <Item key={item.label} item={item} close={close} />
                ))}
              </div>
            ))}
        </div>
      ) : null}
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
