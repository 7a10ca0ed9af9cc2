import { MethodLabel } from "#components/docs/section";

export type Entry = { id: string; label: string; method?: string };
export type Group = { title: string; id: string; entries: readonly Entry[] };

const LINKS = [
  "mt-1 flex flex-col [&_a]:flex [&_a]:items-baseline [&_a]:gap-2 [&_a]:rounded-md [&_a]:px-2 [&_a]:py-1",
  "[&_a]:leading-5 [&_a]:text-muted-foreground [&_a:hover]:bg-accent [&_a:hover]:text-foreground",
  "[&_a[aria-current]]:bg-accent [&_a[aria-current]]:text-accent-foreground",
  "[&_a>span:last-child]:min-w-0 [&_a>span:first-child:not(:last-child)]:w-12",
].join(" ");

export function Contents({ groups }: { groups: readonly Group[] }) {
  return (
    <ul className="flex flex-col gap-5">
      {groups.map(({ title, id, entries }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="block rounded-md px-2 py-1 text-xs font-semibold hover:text-primary"
          >
            {title}
          </a>
          <ul className={LINKS}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <a href={`#${entry.id}`}>
                  {entry.method ? <MethodLabel method={entry.method} /> : null}
                  <span>{entry.label}</span>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
