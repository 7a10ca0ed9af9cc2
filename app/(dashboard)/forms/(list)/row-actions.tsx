"use client";

import { Code, Copy, Fingerprint, Inbox, MoreHorizontal, Settings } from "lucide-react";
import { useState } from "react";
import { CopyButton, writeToClipboard } from "#components/ui/copy-button";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";
import { toast } from "#components/ui/toast.ts";

const MenuItems = lazyWithFallback(() => import("#components/ui/menu-items"), Unreachable);
const DuplicateDialog = lazyWithFallback(() => import("./duplicate-dialog"), Unreachable);

async function copyId(id: string): Promise<void> {
  const isCopied = await writeToClipboard(id);
  toast(isCopied ? "Form ID copied." : "Couldn’t copy. The ID is on the form’s Settings page.");
}

type RowActionsProps = {
  id: string;
  name: string;
  /** The URL that a website submits to. */
  address: string;
};

export function RowActions({ id, name, address }: RowActionsProps) {
  const [isDuplicating, setDuplicating] = useState(false);
  const groups = [
    [
      { label: "Messages", Icon: Inbox, href: `/inbox?formId=${id}` },
      { label: "Install", Icon: Code, href: `/forms/${id}/install` },
      { label: "Settings", Icon: Settings, href: `/forms/${id}/settings` },
    ],
    [
      { label: "Duplicate", Icon: Copy, run: () => setDuplicating(true) },
      { label: "Copy form ID", Icon: Fingerprint, run: () => copyId(id) },
    ],
  ];
  return (
    <div className="relative -my-1 -mr-1.5 flex">
      <CopyButton text={address} what={`URL of ${name}`} />
      <Menu label={`More for ${name}`} icon={<MoreHorizontal aria-hidden />}>
        {(menu) => <MenuItems {...menu} groups={groups} />}
      </Menu>
      {isDuplicating ? (
        <DuplicateDialog formId={id} name={name} onClose={() => setDuplicating(false)} />
      ) : null}
    </div>
  );
}
