"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Brand } from "#components/shell/brand";
import { Button } from "#components/ui/button";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "#components/ui/sheet";

/** The sidebar's content behind a button, where there is no room for a sidebar. */
export function MobileMenu({ children }: { children: ReactNode }) {
  const path = usePathname();
  const [openOn, setOpenOn] = useState<string | null>(null);
  return (
    <Sheet open={openOn === path} onOpenChange={(isOpen) => setOpenOn(isOpen ? path : null)}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" className="-ml-2">
          <Menu aria-hidden />
          <span className="sr-only">Open the menu</span>
        </Button>
      </SheetTrigger>
      <SheetContent aria-describedby={undefined}>
        <SheetTitle className="flex h-14 items-center px-4">
          <Brand />
          <span className="sr-only">menu</span>
        </SheetTitle>
        <div className="flex flex-1 flex-col px-3 pb-4">{children}</div>
      </SheetContent>
    </Sheet>
  );
}
