"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Brand } from "#components/shell/brand";
import { Button } from "#components/ui/button";
import { later } from "#components/ui/later";
import { Unreachable } from "#components/ui/unreachable";

const Sheet = later(() => import("#components/ui/sheet"), Unreachable);

/** The sidebar's content behind a button, where there is no room for a sidebar. */
export function MobileMenu({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  const path = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(null);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        onClick={() => setOpenOn(path)}
        className="-ml-2"
      >
        {icon}
        <span className="sr-only">Open the menu</span>
      </Button>
      {openOn === path ? (
        <Sheet isOpen onClose={() => setOpenOn(null)} label="Menu">
          <div className="flex h-14 shrink-0 items-center px-4">
            <Brand />
          </div>
          <div className="flex flex-1 flex-col px-3 pb-4">{children}</div>
        </Sheet>
      ) : null}
    </>
  );
}
