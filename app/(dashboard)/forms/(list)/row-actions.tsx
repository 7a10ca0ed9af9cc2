"use client";

import { MoreHorizontal } from "lucide-react";
import { useRef } from "react";
import { v7 } from "uuid";
import { ConfirmAction } from "#components/form/confirm-action";
import { CONNECTION_LOST_SAFE } from "#components/form/use-action";
import { CopyButton } from "#components/ui/copy-button";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { Menu } from "#components/ui/menu";
import { duplicateFormAction } from "../actions";

const RowMenuItems = lazyWithFallback(() => import("./row-menu-items"), Unreachable);

type RowActionsProps = {
  id: string;
  name: string;
  /** The URL that a website submits to. */
  address: string;
};

export function RowActions({ id, name, address }: RowActionsProps) {
  const key = useRef("");
  return (
    <div className="relative -my-1 -mr-1.5 flex">
      <CopyButton text={address} what={`URL of ${name}`} />
      <ConfirmAction
        trigger={(ask) => (
          <Menu label={`More for ${name}`} icon={<MoreHorizontal aria-hidden />}>
            {(menu) => (
              <RowMenuItems
                {...menu}
                formId={id}
                duplicate={() => {
                  key.current = v7();
                  ask();
                }}
              />
            )}
          </Menu>
        )}
        title={`Duplicate “${name}”?`}
        confirmLabel="Duplicate form"
        isDestructive={false}
        action={() => duplicateFormAction(id, key.current)}
        lostMessage={CONNECTION_LOST_SAFE}
      >
        <p>
          The copy has the same settings, recipients, routing rules, and blocked words, and a URL of
          its own. The auto-reply is copied turned off. Messages, the anti-spam widget, and the
          webhook aren’t copied.
        </p>
      </ConfirmAction>
    </div>
  );
}
