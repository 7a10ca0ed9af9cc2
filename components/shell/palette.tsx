"use client";

import { Command } from "cmdk";
import { Mail, Search, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { senderOf } from "#components/inbox/sender.ts";
import { fetchJson } from "#components/shell/fetch-json.ts";
import { groupCommands } from "#components/shell/palette-commands.ts";
import { listPageCommands, type PaletteCommand } from "#components/shell/palette-state.ts";
import { onSignOut } from "#components/shell/sign-out";
import { IconButton } from "#components/ui/button";
import { CommandGroup, CommandInput, CommandItem } from "#components/ui/command";
import { Dialog } from "#components/ui/dialog";
import { Kbd } from "#components/ui/kbd";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { FormName } from "#lib/domain/forms/forms";
import type { InboxItem, InboxPage } from "#lib/domain/submissions/inbox/inbox-schema";

const PAUSE_MS = 150;
const MAX_MESSAGES = 5;
/** From this character on, one character can be a word (Chinese, Japanese, Korean). */
const FIRST_IDEOGRAPH = "\u2e80";
const NOT_SEARCHED = { search: "", messages: [] as readonly InboxItem[], hasFailed: false };

let knownForms: readonly FormName[] = [];
onSignOut(() => {
  knownForms = [];
});

/** Returns the workspace’s forms. An outdated list is better than none. */
function useFormNames(): { forms: readonly FormName[]; areMissing: boolean } {
  const [forms, setForms] = useState(knownForms);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    fetchJson<{ data: FormName[] }>("/forms").then(
      ({ data }) => {
        knownForms = data;
        setForms(data);
      },
      () => setFailed(true),
    );
  }, []);
  return { forms, areMissing: hasFailed && forms.length === 0 };
}

type FoundMessages = {
  messages: readonly InboxItem[];
  /** While `searching`, the messages are those of the previous search. */
  state: "idle" | "searching" | "found" | "failed";
};

function useFoundMessages(search: string): FoundMessages {
  const [found, setFound] = useState(NOT_SEARCHED);
  const isWanted = search.length > 1 || search >= FIRST_IDEOGRAPH;
  useEffect(() => {
    if (!isWanted) return setFound(NOT_SEARCHED);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ folder: "all", limit: String(MAX_MESSAGES), search });
      fetchJson<InboxPage>(`/submissions?${query}`, { signal: abort.signal }).then(
        ({ data }) => setFound({ search, messages: data, hasFailed: false }),
        () => abort.signal.aborted || setFound({ search, messages: [], hasFailed: true }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isWanted, search]);
  if (!isWanted) return { messages: [], state: "idle" };
  if (found.search !== search) return { messages: found.messages, state: "searching" };
  return { messages: found.messages, state: found.hasFailed ? "failed" : "found" };
}

/** The current page's commands; null until they're known. */
function usePageCommands(): readonly PaletteCommand[] | null {
  const [commands, setCommands] = useState<readonly PaletteCommand[] | null>(null);
  useEffect(() => {
    listPageCommands().then(setCommands, () => setCommands([]));
  }, []);
  return commands;
}

/** React doesn't render `autofocus`; the browser's dialog looks for it. */
function markFirst(input: HTMLInputElement | null): void {
  input?.setAttribute("autofocus", "");
}

type PaletteProps = { isOwner: boolean; onClose: () => void };

export default function Palette({ isOwner, onClose }: PaletteProps) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const { forms, areMissing } = useFormNames();
  const found = useFoundMessages(search);
  const pageCommands = usePageCommands();
  const groups = useMemo(
    () => groupCommands(search, { forms, pageCommands: pageCommands ?? [], isOwner }),
    [search, forms, pageCommands, isOwner],
  );
  const commandCount = groups.reduce((sum, { commands }) => sum + commands.length, 0);

  function go(href: string): void {
    // Closed synchronously, so that the dialog returns the focus before the focus is moved again.
    flushSync(onClose);
    document.getElementById("content")?.focus({ preventScroll: true });
    router.push(href);
  }

  function run(command: PaletteCommand): void {
    if ("href" in command) go(command.href);
    else {
      flushSync(onClose);
      command.run();
    }
  }

  // Waits, because nothing may appear above the selected item later.
  if (pageCommands === null) return null;
  return (
    <Dialog
      data-palette
      onClose={onClose}
      aria-label="Go to"
      className="mx-auto mt-2 mb-auto max-h-[60dvh] w-[calc(100%-1rem)] max-w-xl overflow-hidden rounded-md border open:flex sm:mt-[12dvh] sm:max-h-[70dvh] sm:w-[calc(100%-2rem)]"
    >
      <Command label="Go to" loop shouldFilter={false} className="flex min-h-0 w-full flex-col">
        <CommandInput
          ref={markFirst}
          value={typed}
          onValueChange={setTyped}
          maxLength={200}
          placeholder="Search pages, forms, and messages"
        >
          <IconButton icon={<X aria-hidden />} label="Close" onClick={onClose} className="-mr-2" />
        </CommandInput>
        <Command.List
          label="Results"
          aria-busy={found.state === "searching" || undefined}
          className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2"
        >
          {groups.map(({ heading, commands }) => (
            <CommandGroup key={heading} heading={heading}>
              {commands.map((command) => (
                <CommandRow key={idOf(command)} command={command} run={run} />
              ))}
            </CommandGroup>
          ))}
          {search === "" ? null : <MessageGroup search={search} found={found} go={go} />}
        </Command.List>
        <Status
          count={commandCount + found.messages.length}
          found={found}
          areFormsMissing={areMissing}
        />
      </Command>
    </Dialog>
  );
}

function idOf(command: PaletteCommand): string {
  return `${command.label} ${command.section} ${"href" in command ? command.href : ""}`;
}

type CommandRowProps = { command: PaletteCommand; run: (command: PaletteCommand) => void };

function CommandRow({ command, run }: CommandRowProps) {
  const { label, section, keys, Icon } = command;
  return (
    <CommandItem id={idOf(command)} Icon={Icon} onSelect={() => run(command)}>
      <span className="min-w-0 flex-1 truncate">
        <bdi>{label}</bdi>
        {section ? <span className="text-muted-foreground"> › {section}</span> : null}
      </span>
      {keys ? <Kbd aria-hidden>{keys}</Kbd> : null}
    </CommandItem>
  );
}

type MessageGroupProps = { search: string; found: FoundMessages; go: (href: string) => void };

function MessageGroup({ search, found, go }: MessageGroupProps) {
  const hits = new URLSearchParams({ folder: "all", search });
  return (
    <CommandGroup heading="Messages">
      <CommandItem id="search-messages" Icon={Search} onSelect={() => go(`/inbox?${hits}`)}>
        <span className="truncate">
          Search all messages for “<bdi>{search}</bdi>”
        </span>
      </CommandItem>
      {found.messages.map(({ id, preview, receivedAt, ...sender }) => (
        <CommandItem
          key={id}
          id={id}
          Icon={Mail}
          onSelect={() => go(`/inbox?${hits}&message=${id}`)}
        >
          <bdi className="max-w-40 shrink-0 truncate">{senderOf(sender)}</bdi>
          <bdi className="min-w-0 flex-1 truncate text-muted-foreground">{preview}</bdi>
          <RelativeTime at={receivedAt} className="shrink-0 text-xs text-muted-foreground" />
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

type StatusProps = { count: number; found: FoundMessages; areFormsMissing: boolean };

/** Reports the number of results to screen readers, and shows what couldn’t be loaded. */
function Status({ count, found, areFormsMissing }: StatusProps) {
  const missing = [
    ...(areFormsMissing ? ["forms"] : []),
    ...(found.state === "failed" ? ["messages"] : []),
  ].join(" and ");
  const isNone = found.state === "found" && found.messages.length === 0;
  return (
    <div role="status" className="text-xs text-muted-foreground">
      <span className="sr-only">{countOf(count, "result")}. </span>
      {isNone ? <p className="px-5 pb-3">No messages found.</p> : null}
      {missing ? (
        <p className="px-5 pb-3">Couldn’t load {missing}. Check your connection.</p>
      ) : null}
    </div>
  );
}
