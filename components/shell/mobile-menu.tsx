"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Brand } from "#components/shell/brand";
import { Button } from "#components/ui/button";

const Sheet = lazy(() => import("#components/ui/sheet"));

/** The sidebar's content behind a button, where there is no room for a sidebar. */
export function MobileMenu({ children }: { children: ReactNode }) {
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
        <Menu aria-hidden />
        <span className="sr-only">Open the menu</span>
      </Button>
      {openOn === path ? (
        <Suspense fallback={null}>
          <Sheet isOpen onClose={() => setOpenOn(null)} label="Menu">
            <div className="flex h-14 shrink-0 items-center px-4">
              <Brand />
            </div>
            <div className="flex flex-1 flex-col px-3 pb-4">{children}</div>
          </Sheet>
        </Suspense>
      ) : null}
    </>
  );
}
