import type { ReactNode } from "react";
import type { OpenMenu } from "#components/ui/menu-items";
import { PopoverButton } from "#components/ui/popover";

type MenuProps = {
  label: string;
  icon: ReactNode;
  isLabeled?: boolean;
  disabled?: boolean;
  /** Renders the open menu: `MenuItems`, in a part that is loaded when it opens. */
  children: (menu: OpenMenu) => ReactNode;
};

/** A button with a menu, by the ARIA pattern. */
export function Menu({ label, icon, isLabeled = false, disabled, children }: MenuProps) {
  return (
    <PopoverButton
      variant={isLabeled ? "outline" : "ghost"}
      size={isLabeled ? "md" : "iconSm"}
      title={isLabeled ? undefined : label}
      disabled={disabled}
      aria-haspopup="menu"
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        event.currentTarget.click();
      }}
      className="aria-expanded:text-foreground"
      panelClassName={isLabeled ? "w-56 [--opens:span-right]" : "w-56"}
      panel={(onClose) => children({ label, onClose })}
    >
      {icon}
      <span className={isLabeled ? undefined : "sr-only"}>{label}</span>
    </PopoverButton>
  );
}
