import { type LucideIcon, Mail, Search } from "lucide-react";
import type { ReactNode } from "react";
import type { FoundMessages } from "#components/shell/palette-finds";
import type { Group } from "#components/shell/palette-results";
import type { Step } from "#components/shell/palette-steps";
import { CommandGroup, CommandItem } from "#components/ui/command";
import { Kbd } from "#components/ui/kbd";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";

type StepGroupProps = Group & { take: (step: Step) => void };

export function StepGroup({ heading, steps, take }: StepGroupProps) {
  return (
    <CommandGroup heading={heading}>
      {steps.map((step) => {
        const id = `${step.label} ${step.part} ${"href" in step ? step.href : ""}`;
        return (
          <Item key={id} id={id} Icon={step.Icon} take={() => take(step)}>
            <span className="min-w-0 flex-1 truncate">
              <bdi>{step.label}</bdi>
              {step.part ? <span className="text-muted-foreground"> › {step.part}</span> : null}
            </span>
            {step.keys ? <Kbd aria-hidden>{step.keys}</Kbd> : null}
          </Item>
        );
      })}
    </CommandGroup>
  );
}

type MessageGroupProps = { search: string; found: FoundMessages; go: (href: string) => void };

/** The way to all messages that contain what was typed, and the newest of them. */
export function MessageGroup({ search, found, go }: MessageGroupProps) {
  const hits = new URLSearchParams({ folder: "all", search });
  return (
    <CommandGroup heading="Messages">
      <Item id="search-messages" Icon={Search} take={() => go(`/inbox?${hits}`)}>
        <span className="truncate">
          Search all messages for “<bdi>{search}</bdi>”
        </span>
      </Item>
      {found.messages.map(({ id, name, email, preview, receivedAt }) => (
        <Item key={id} id={id} Icon={Mail} take={() => go(`/inbox?${hits}&message=${id}`)}>
          <bdi className="max-w-40 shrink-0 truncate">{name ?? email ?? "No name"}</bdi>
          <bdi className="min-w-0 flex-1 truncate text-muted-foreground">{preview}</bdi>
          <RelativeTime at={receivedAt} className="shrink-0 text-xs text-muted-foreground" />
        </Item>
      ))}
    </CommandGroup>
  );
}

type ItemProps = { id: string; Icon: LucideIcon; take: () => void; children: ReactNode };

function Item({ id, Icon, take, children }: ItemProps) {
  return (
    <CommandItem value={id} onSelect={take}>
      <Icon aria-hidden />
      {children}
    </CommandItem>
  );
}

type WordsProps = { count: number; found: FoundMessages; areFormsKnown: boolean };

/** What the list does not say itself; screen readers hear how much there is. */
export function ListWords({ count, found, areFormsKnown }: WordsProps) {
  const missing = [
    ...(areFormsKnown ? [] : ["Forms"]),
    ...(found.state === "failed" ? ["messages"] : []),
  ].join(" and ");
  const isNone = found.state === "found" && found.messages.length === 0;
  return (
    <div role="status" className="text-xs text-muted-foreground">
      <span className="sr-only">{countOf(count, "result")}. </span>
      {isNone ? <p className="px-5 pb-3">No message contains it.</p> : null}
      {missing ? (
        <p className="px-5 pb-3">
          <span className="inline-block first-letter:uppercase">{missing}</span> could not be read:
          the service did not answer.
        </p>
      ) : null}
    </div>
  );
}
