"use client";

import { ConfirmAction } from "#components/form/confirm-action";
import { Button } from "#components/ui/button";
import { forgetWordsAction } from "./actions";

export function ForgetWords() {
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" size="sm" onClick={ask}>
          Forget words
        </Button>
      )}
      title="Forget all words?"
      confirmLabel="Forget words"
      action={forgetWordsAction}
    >
      <p>
        The filter starts over with the messages that you mark from now on. Its other signs of spam
        stay as they are.
      </p>
    </ConfirmAction>
  );
}
