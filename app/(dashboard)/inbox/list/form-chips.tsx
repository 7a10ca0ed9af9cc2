import { ChevronDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cn } from "#components/ui/cn.ts";
import { lazyWithFallback, NotLoaded } from "#components/ui/lazy";
import { PopoverButton } from "#components/ui/popover";
import { ListLink, useInboxNavigation } from "../inbox-navigation";
import { listHref } from "../inbox-url";
import { type FoldersProps, type FormChoice, UnreadCount } from "./folders";

const FormMenu = lazyWithFallback(() => import("./form-menu"), NotLoaded);

/** More chips never fit. */
const MAX_CHIPS = 20;

/**
 * Sorts forms by unread messages, most first. The order doesn’t change while the page is open, because reading a
 * message mustn’t move a chip that someone is about to press.
 */
function useOrder(choices: readonly FormChoice[]): FormChoice[] {
  const [first] = useState(() =>
    choices.toSorted((one, other) => other.unread - one.unread).map(({ id }) => id),
  );
  const placeOf = ({ id }: FormChoice) => (first.indexOf(id) + choices.length) % choices.length;
  return choices.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns how many of a list’s items fit into its first line. */
function useFittingCount(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(count);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      const items = [...box.children].slice(0, count) as HTMLElement[];
      const isCut = (item: HTMLElement) => item.offsetTop > (items[0]?.offsetTop ?? 0);
      const cut = items.findIndex(isCut);
      setFitting(cut < 0 ? count : cut);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [count]);
  return { list, fitting };
}

/** Renders the forms as filters: as many as fit into a line, and a menu with all of them. */
export function FormChips({ totalsOf }: Pick<FoldersProps, "totalsOf">) {
  const { query, forms } = useInboxNavigation();
  const choices = forms.map((form) => ({
    ...form,
    unread: totalsOf(query.folder, form.id).unread,
  }));
  const ordered = useOrder(choices);
  const chips = ordered.slice(0, MAX_CHIPS);
  const { list, fitting } = useFittingCount(chips.length);
  if (forms.length < 2) return null;
  const current = ordered.findIndex(({ id }) => id === query.formId);
  return (
    <nav aria-label="Forms" className="flex items-start gap-1 px-3 pt-2">
      <ul ref={list} className="flex h-7 min-w-0 flex-1 flex-wrap gap-1 overflow-hidden">
        {chips.map((form, place) => (
          <li
            key={form.id}
            inert={place >= fitting}
            className={cn("max-w-full", place >= fitting && "invisible")}
          >
            <Chip form={form} isCurrent={place === current} />
          </li>
        ))}
      </ul>
      {fitting < forms.length ? (
        <PopoverButton
          variant="outline"
          aria-haspopup="dialog"
          className={cn(
            "h-7 shrink-0 gap-1 rounded-sm px-2 text-xs font-normal text-muted-foreground",
            current >= fitting && "border-primary/20 bg-primary/10 font-medium text-primary",
          )}
          panelClassName="w-72 max-w-[calc(100vw-1rem)]"
          panel={(close) => <FormMenu choices={ordered} onClose={close} />}
        >
          <bdi className="max-w-32 truncate">
            {(current >= fitting && ordered[current]?.name) || "All forms"}
          </bdi>
          <ChevronDown aria-hidden className="size-3.5" />
        </PopoverButton>
      ) : null}
    </nav>
  );
}

function Chip({ form: { id, name, unread }, isCurrent }: { form: FormChoice; isCurrent: boolean }) {
  const { query } = useInboxNavigation();
  return (
    <ListLink
      href={listHref(query, { formId: isCurrent ? null : id })}
      aria-current={isCurrent ? "true" : undefined}
      className={cn(
        "flex h-7 items-center gap-1.5 rounded-sm border px-2 text-xs text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground focus-visible:-outline-offset-2",
        isCurrent && "border-primary/20 bg-primary/10 font-medium text-primary",
      )}
    >
      <bdi className="max-w-40 truncate">{name}</bdi>
      <UnreadCount count={unread} />
    </ListLink>
  );
}
