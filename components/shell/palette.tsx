"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useFormNames, useFoundMessages } from "#components/shell/palette-finds";
import { ListWords, MessageGroup, StepGroup } from "#components/shell/palette-list";
import { useGroups } from "#components/shell/palette-results";
import { askForPageSteps } from "#components/shell/palette-state";
import type { Step } from "#components/shell/palette-steps";
import { Button } from "#components/ui/button";
import { Command, CommandInput, CommandList } from "#components/ui/command";
import { Dialog } from "#components/ui/dialog";
import type { FormName } from "#lib/forms/forms";

export type PaletteProps = { isOpen: boolean; onClose: () => void; signOut: () => Promise<void> };

const NO_STEPS: readonly Step[] = [];
const NO_FORMS: readonly FormName[] = [];

/** React keeps `autofocus` to itself; the browser's dialog looks for it. */
function markFirst(input: HTMLInputElement | null): void {
  input?.setAttribute("autofocus", "");
}

/** What the page at hand can do, as it is when the palette opens; null until that is known. */
function usePageSteps(isOpen: boolean): readonly Step[] | null {
  const [steps, setSteps] = useState<readonly Step[] | null>(null);
  useEffect(() => {
    if (!isOpen) return setSteps(null);
    // Without them the palette still knows its own.
    askForPageSteps().then(setSteps, () => setSteps(NO_STEPS));
  }, [isOpen]);
  return steps;
}

/** Goes to any page, form or message, and does what can be done here or from anywhere. */
export default function Palette({ isOpen, onClose, signOut }: PaletteProps) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const forms = useFormNames(isOpen);
  const found = useFoundMessages(isOpen, search);
  const here = usePageSteps(isOpen);
  const groups = useGroups(search, forms ?? NO_FORMS, here ?? NO_STEPS, signOut);
  const stepCount = groups.reduce((sum, { steps }) => sum + steps.length, 0);

  function close(): void {
    setTyped("");
    onClose();
  }

  function go(href: string): void {
    // Closed at once: the focus is back before it is moved on.
    flushSync(close);
    document.getElementById("content")?.focus({ preventScroll: true });
    router.push(href);
  }

  function take(step: Step): void {
    if ("href" in step) go(step.href);
    else {
      flushSync(close);
      step.run();
    }
  }

  return (
    <Dialog
      data-palette
      // What is chosen first stays first: nothing comes above it later.
      isOpen={isOpen && here !== null}
      onClose={close}
      aria-label="Go to"
      className="mx-auto mt-2 mb-auto max-h-[60dvh] w-[calc(100%-1rem)] max-w-xl overflow-hidden rounded-md border open:flex sm:mt-[12dvh] sm:max-h-[70dvh] sm:w-[calc(100%-2rem)]"
    >
      <Command label="Go to" loop shouldFilter={false} className="w-full">
        <CommandInput
          ref={markFirst}
          value={typed}
          onValueChange={setTyped}
          maxLength={200}
          placeholder="Go to a page, a form or a message"
        >
          <Button variant="ghost" size="iconSm" onClick={close} className="-mr-2">
            <X aria-hidden />
            <span className="sr-only">Close</span>
          </Button>
        </CommandInput>
        <CommandList label="Results" aria-busy={found.state === "looking" || undefined}>
          {groups.map((group) => (
            <StepGroup key={group.heading} {...group} take={take} />
          ))}
          {search === "" ? null : <MessageGroup search={search} found={found} go={go} />}
        </CommandList>
        <ListWords
          count={stepCount + found.messages.length}
          found={found}
          areFormsKnown={forms !== null}
        />
      </Command>
    </Dialog>
  );
}
