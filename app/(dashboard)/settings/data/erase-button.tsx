"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import type { FormState } from "#components/form/form-state";
import { Button } from "#components/ui/button";
import type { Found, Receipt } from "./actions";
import { countsInWords } from "./person-counts";

type EraseButtonProps = {
  found: Found;
  erase: () => Promise<{ state: FormState; receipt: Receipt | null }>;
  onErased: (receipt: Receipt) => void;
};

export function EraseButton({ found, erase, onErased }: EraseButtonProps) {
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" className="text-destructive" onClick={ask}>
          Erase everything
        </Button>
      )}
      title={`Erase everything about ${found.email}?`}
      confirmLabel="Erase for good"
      typed={found.email}
      action={async () => {
        const { state, receipt } = await erase();
        if (receipt) onErased(receipt);
        return state;
      }}
    >
      <p>This deletes for good: {countsInWords(found)}. You get a receipt with a number.</p>
    </ConfirmAction>
  );
}
