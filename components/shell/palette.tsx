"use client";

import { FileText } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { usePaletteFinds } from "#components/shell/palette-finds";
import { FoundMessages } from "#components/shell/palette-messages";
import { actionsWith, PAGES, type Step, Steps } from "#components/shell/palette-steps";
import { Command, CommandEmpty, CommandInput, CommandList } from "#components/ui/command";
import { Dialog } from "#components/ui/dialog";

type PaletteProps = { isOpen: boolean; onClose: () => void; signOut: () => Promise<void> };

/** Goes to any page, form or message, and does what can be done from anywhere. */
export default function Palette({ isOpen, onClose, signOut }: PaletteProps) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const { forms, messages } = usePaletteFinds(isOpen, search);

  function close(): void {
    setTyped("");
    onClose();
  }

  function go(href: string): void {
    close();
    router.push(href);
  }

  function take(step: Step): void {
    close();
    if ("href" in step) router.push(step.href);
    else step.run();
  }

  return (
    <Dialog
      data-palette
      isOpen={isOpen}
      onClose={close}
      aria-label="Go to"
      className="mx-auto mt-[12dvh] mb-auto max-h-[70dvh] w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-md border open:flex"
    >
      <Command label="Go to" loop className="max-h-[70dvh] w-full">
        <CommandInput
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder="Go to a page, a form or a message"
        />
        <CommandList>
          <CommandEmpty>Nothing is called that.</CommandEmpty>
          <Steps heading="Pages" steps={PAGES} take={take} />
          <Steps heading="Do" steps={actionsWith(signOut)} take={take} />
          <Steps
            heading="Forms"
            steps={forms.map(({ id, name }) => ({
              href: `/forms/${id}`,
              label: name,
              Icon: FileText,
              words: ["form"],
            }))}
            take={take}
          />
          {search === "" ? null : <FoundMessages search={search} messages={messages} go={go} />}
        </CommandList>
      </Command>
    </Dialog>
  );
}
