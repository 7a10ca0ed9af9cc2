"use client";

import { MoreHorizontal } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "#components/ui/copy-button";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";

const RowMenuItems = lazyWithFallback(() => import("./row-menu-items"), Unreachable);
const DuplicateDialog = lazyWithFallback(() => import("./duplicate-dialog"), Unreachable);

type RowActionsProps = {
  id: string;
  name: string;
  /** The URL that a website submits to. */
  address: string;
};

export function RowActions({ id, name, address }: RowActionsProps) {
  const [isDuplicating, setDuplicating] = useState(false);
  return (
    <div className="relative -my-1 -mr-1.5 flex">
      <CopyButton text={address} what={`URL of ${name}`} />
      <Menu label={`More for ${name}`} icon={<MoreHorizontal aria-hidden />}>
        {(menu) => <RowMenuItems {...menu} formId={id} duplicate={() => setDuplicating(true)} />}
      </Menu>
      {isDuplicating ? (
        <DuplicateDialog formId={id} name={name} onClose={() => setDuplicating(false)} />
      ) : null}
    </div>
  );
}
