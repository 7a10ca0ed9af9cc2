"use client";

import { Code, Copy, Fingerprint, Inbox, MoreHorizontal, Settings } from "lucide-react";
import { useRef } from "react";
import { v7 } from "uuid";
import { ConfirmAction } from "#components/form/confirm-action";
import { CONNECTION_LOST_SAFE } from "#components/form/use-action";
import { CopyButton, writeToClipboard } from "#components/ui/copy-button";
import { Menu } from "#components/ui/menu";
import { toast } from "#components/ui/toast";
import { duplicateFormAction } from "../actions";

type RowActionsProps = {
  id: string;
  name: string;
  /** The URL that a website submits to. */
  address: string;
};

export function RowActions({ id, name, address }: RowActionsProps) {
  const key = useRef("");
  const copyId = async () => {
    const isCopied = await writeToClipboard(id);
    toast(isCopied ? "Form ID copied." : "Couldn’t copy. The ID is on the form’s Install page.");
  };
  return (
    <div className="relative -my-1 -mr-1.5 flex">
      <CopyButton text={address} what={`URL of ${name}`} />
      <ConfirmAction
        trigger={(ask) => (
          <Menu
            label={`More for ${name}`}
            icon={<MoreHorizontal aria-hidden />}
            groups={[
              [
                { label: "Messages", Icon: Inbox, href: `/inbox?formId=${id}` },
                { label: "Install", Icon: Code, href: `/forms/${id}/install` },
                { label: "Settings", Icon: Settings, href: `/forms/${id}/settings` },
              ],
              [
                {
                  label: "Duplicate",
                  Icon: Copy,
                  run: () => {
                    key.current = v7();
                    ask();
                  },
                },
                { label: "Copy form ID", Icon: Fingerprint, run: copyId },
              ],
            ]}
          />
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
