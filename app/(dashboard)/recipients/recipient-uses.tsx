import Link from "next/link";
import { Notice } from "#components/ui/notice";
import { formatCount } from "#lib/core/count";
import type {
  PlaceGroup,
  RecipientPlace,
  RecipientPlaces,
} from "#lib/notifications/recipient-places";

const PAGES = { form: "settings", rule: "routing", reply: "auto-reply" } as const;
const LABELS = { form: "Forms", rule: "Routing rules", reply: "Auto-reply" } as const;
const NEEDS = {
  form: "",
  rule: "Rules that notify no one else",
  reply: "Auto-replies that use it as the reply-to address",
} as const;

type UsesProps = { of: RecipientPlaces };

/** The places that use a recipient. */
export function Uses({ of: { changeFirst, removedFrom } }: UsesProps) {
  if (changeFirst.length + removedFrom.length === 0)
    return <p className="text-muted-foreground">Not used by any form</p>;
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
      {merged([...changeFirst, ...removedFrom]).map((group) => (
        <div key={group.kind} className="contents">
          <dt className="text-muted-foreground max-sm:mt-1">{LABELS[group.kind]}</dt>
          <dd>
            <Places group={group} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One group of each kind, in the order of the labels. */
function merged(groups: readonly PlaceGroup[]): PlaceGroup[] {
  return (["form", "rule", "reply"] as const).flatMap((kind) => {
    const same = groups.filter((group) => group.kind === kind);
    if (same.length === 0) return [];
    const total = same.reduce((sum, group) => sum + group.total, 0);
    return [{ kind, places: same.flatMap(({ places }) => places), total }];
  });
}

/** The places that lose the recipient when it's removed. */
export function RemovedFrom({ of: { changeFirst, removedFrom } }: UsesProps) {
  if (removedFrom.length === 0)
    return changeFirst.length === 0 ? <p>Not used by any form.</p> : null;
  return (
    <div>
      <p>It will also be removed from:</p>
      <Uses of={{ changeFirst: [], removedFrom }} />
      {removedFrom.some(({ kind }) => kind === "reply") ? (
        <p className="mt-2">
          An auto-reply that’s off keeps its text. It needs another reply-to address before it can
          be turned on.
        </p>
      ) : null}
    </div>
  );
}

/** The places that need another recipient before this one can be removed. */
export function ChangeFirst({ of: { changeFirst } }: UsesProps) {
  return (
    <Notice tone="warning">
      <p className="font-medium text-foreground">Change these first</p>
      {changeFirst.map((group) => (
        <div key={group.kind} className="mt-2">
          <p>{NEEDS[group.kind]}:</p>
          <Places group={group} />
        </div>
      ))}
    </Notice>
  );
}

function Places({ group: { kind, places, total } }: { group: PlaceGroup }) {
  const more = total - places.length;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {places.map((place) => (
        <Place
          key={`${place.form.id} ${place.rule?.id}`}
          href={`/forms/${place.form.id}/${PAGES[kind]}`}
          place={place}
        />
      ))}
      {more > 0 ? <li className="text-muted-foreground">and {formatCount(more)} more</li> : null}
    </ul>
  );
}

function Place({ href, place: { form, rule, isOn } }: { href: string; place: RecipientPlace }) {
  return (
    <li className="min-w-0 wrap-anywhere">
      <Link href={href} className="link">
        <bdi>{form.name}</bdi>
      </Link>
      {rule === null && isOn ? null : (
        <span className="text-muted-foreground">
          {" ("}
          {rule === null ? null : <bdi>{rule.name}</bdi>}
          {rule === null || isOn ? null : ", "}
          {isOn ? null : "off"})
        </span>
      )}
    </li>
  );
}
