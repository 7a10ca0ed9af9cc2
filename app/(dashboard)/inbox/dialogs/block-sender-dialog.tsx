import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ActionResult } from "#components/form/action-result.ts";
import { ConfirmDialog } from "#components/form/confirm-action";
import { Checkbox, Label, Radio } from "#components/ui/input";
import { toast } from "#components/ui/toast.ts";
import { countOf } from "#lib/core/count";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/select-messages";
import { requireValue } from "../action-value";
import { blockSenderAction, listFromSenderAction } from "../actions";

import { unblockSender } from "../selection/not-spam";
import { updateMessages } from "../selection/update-messages";

type BlockSenderDialogProps = {
  /** The sender's address, which a reply would go to. */
  address: string;
  onClose: () => void;
};

/** Blocks an address or its domain in the workspace, and offers to move the sender's messages to spam. */
export default function BlockSenderDialog({ address, onClose }: BlockSenderDialogProps) {
  const client = useQueryClient();
  const domain = address.slice(address.lastIndexOf("@")).toLowerCase();
  const [entry, setEntry] = useState(address);
  const [isMoving, setMoving] = useState(true);
  const { data: found } = useQuery({
    queryKey: ["inbox", "senderMessages", entry],
    queryFn: () => requireValue(() => listFromSenderAction(entry)),
    gcTime: 0,
  });

  async function block(): Promise<ActionResult> {
    const result = await blockSenderAction(entry);
    if (!result.ok) return result;
    report(result.value.isNew, isMoving ? (found?.selected ?? []) : []);
    return { ok: true, value: {} };
  }

  function report(isNew: boolean, moved: readonly SelectedMessage[]): void {
    const blocked = isNew ? `Blocked ${entry}.` : `${entry} was already blocked.`;
    // A sender who was already blocked stays blocked.
    const unblock = isNew ? () => void unblockSender(entry) : undefined;
    const reportBlock = () => toast(blocked, unblock && { label: "Undo", run: unblock });
    if (moved.length === 0) return void reportBlock();
    const done = `${blocked} Moved ${countOf(moved.length, "message")} to spam.`;
    void updateMessages(client, moved, { folder: "spam" }, done, { alsoUndo: unblock }).then(
      (isMoved) => isMoved || reportBlock(),
    );
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Block sender?"
      confirmLabel={entry === address ? "Block address" : "Block domain"}
      isDestructive={false}
      action={block}
    >
      <p>
        New messages from a blocked sender go to spam on every form of this workspace. No one is
        notified, and the sender sees the usual confirmation.
      </p>
      <fieldset className="mt-2 grid divide-y rounded-md border text-foreground">
        <legend className="sr-only">What to block</legend>
        <Option
          isSelected={entry === address}
          onSelect={() => setEntry(address)}
          text="Only this address"
        >
          {address}
        </Option>
        <Option
          isSelected={entry === domain}
          onSelect={() => setEntry(domain)}
          text="Everyone at this domain and its subdomains"
        >
          {domain}
        </Option>
      </fieldset>
      {/* Its height is kept while counting, so that the buttons don't move. */}
      <div className="mt-2 min-h-5">
        {found && found.selected.length > 0 ? (
          <Label className="flex items-start gap-3 font-normal text-foreground">
            <span className="flex h-5 items-center">
              <Checkbox
                checked={isMoving}
                onChange={({ currentTarget }) => setMoving(currentTarget.checked)}
              />
            </span>
            {describeOffer(found)}
          </Label>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}

type OptionProps = { isSelected: boolean; onSelect: () => void; text: string; children: ReactNode };

function Option({ isSelected, onSelect, text, children }: OptionProps) {
  return (
    <Label className="flex items-start gap-3 px-4 py-3 font-normal has-checked:bg-primary/8">
      <span className="flex h-5 items-center">
        <Radio name="entry" checked={isSelected} onChange={onSelect} />
      </span>
      <span className="grid min-w-0">
        <bdi className="font-medium wrap-anywhere">{children}</bdi>
        <span className="text-muted-foreground">{text}</span>
      </span>
    </Label>
  );
}

type Found = { selected: readonly SelectedMessage[]; isCut: boolean };

function describeOffer({ selected, isCut }: Found): string {
  const count = countOf(selected.length, "message");
  return isCut
    ? `Move ${count} from this sender to spam too. The inbox may hold more of them.`
    : `Move ${count} in the inbox to spam too`;
}
