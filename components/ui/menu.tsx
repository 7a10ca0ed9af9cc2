import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import type { OpenMenu } from "#components/ui/menu-items";

type MenuProps = {
  label: string;
  icon: ReactNode;
  isLabeled?: boolean;
  disabled?: boolean;
  /** Renders the open menu: `MenuItems`, in a part that is loaded when it opens. */
  children: (menu: OpenMenu) => ReactNode;
};

/** A button with a menu, by the ARIA pattern. Closes on Escape, Tab, and a press elsewhere. */
export function Menu({ label, icon, isLabeled = false, disabled, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
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

  return (
    <div ref={box} className="relative">
      <Button
        ref={button}
        variant={isLabeled ? "outline" : "ghost"}
        size={isLabeled ? "md" : "iconSm"}
        title={isLabeled ? undefined : label}
        disabled={disabled}
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
        <span className={cn(!isLabeled && "sr-only")}>{label}</span>
      </Button>
      {isOpen ? children({ id, label, opensRight: isLabeled, onClose: close }) : null}
    </div>
  );
}
