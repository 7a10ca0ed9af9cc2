import Link from "next/link";
import { BLOCKED_TEXTS } from "#components/forms/recipient-block.ts";
import { Badge } from "#components/ui/badge";
import { Notice } from "#components/ui/notice";
import { RelativeTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type {
  PlaceGroup,
  RecipientPlace,
  RecipientPlaces,
  RecipientUse,
} from "#lib/domain/emails/recipient-places";
import { ResendForm } from "../../resend-form";
import { addRecipientAction } from "./actions";
import { RemoveButton } from "./recipient-forms";

export function RecipientRow({ recipient }: { recipient: RecipientUse }) {
  const { blockedReason } = recipient;
  const isVerified = recipient.status === "verified";
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{recipient.email}</span>
          <RecipientBadge recipient={recipient} />
        </p>
        {blockedReason === null ? null : (
          <p className="mt-0.5 max-w-prose text-pretty">{BLOCKED_TEXTS[blockedReason]}</p>
        )}
        <p className="mt-0.5 text-muted-foreground">
          {recipient.verifiedAt ? (
            <>
              Confirmed <RelativeTime at={recipient.verifiedAt} />
            </>
          ) : (
            <>
              Added <RelativeTime at={recipient.createdAt} />. Forms can notify it once it’s
              confirmed.
            </>
          )}
        </p>
        {isVerified ? <Uses of={recipient} /> : null}
      </div>
      <div className="flex items-start gap-2">
        {recipient.resendAvailableAt === null ? null : (
          <ResendForm
            action={addRecipientAction}
            values={{ email: recipient.email }}
            availableAt={recipient.resendAvailableAt}
            label={blockedReason === null ? "Resend" : "Confirm again"}
          >
            {blockedReason === null ? "to" : "for"} {recipient.email}
          </ResendForm>
        )}
        <RemoveButton
          id={recipient.id}
          email={recipient.email}
          blocked={recipient.changeFirst.length > 0 ? <ChangeFirst of={recipient} /> : null}
        >
          <RemovedFrom of={recipient} />
        </RemoveButton>
      </div>
    </li>
  );
}

const BLOCKED_LABELS = { bounced: "Bounced", complained: "Marked as spam" } as const;

function RecipientBadge({ recipient: { status, blockedReason } }: { recipient: RecipientUse }) {
  if (blockedReason !== null)
    return (
      <Badge tone="danger" withDot>
        {BLOCKED_LABELS[blockedReason]}
      </Badge>
    );
  const isVerified = status === "verified";
  return (
    <Badge tone={isVerified ? "success" : "warning"} withDot>
      {isVerified ? "Confirmed" : "Awaiting confirmation"}
    </Badge>
  );
}

const PAGES = { form: "notify", rule: "notify/routing", reply: "notify/auto-reply" } as const;
const LABELS = { form: "Forms", rule: "Routing rules", reply: "Auto-reply" } as const;
const NEEDS = {
  form: "",
  rule: "Rules that notify no one else",
  reply: "Auto-replies that use it as the reply-to address",
} as const;

type UsesProps = { of: RecipientPlaces };

function Uses({ of: { changeFirst, removedFrom } }: UsesProps) {
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

/** Merges groups of the same kind, in the order of the labels. */
function merged(groups: readonly PlaceGroup[]): PlaceGroup[] {
  return (["form", "rule", "reply"] as const).flatMap((kind) => {
    const same = groups.filter((group) => group.kind === kind);
    if (same.length === 0) return [];
    const total = same.reduce((sum, group) => sum + group.total, 0);
    return [{ kind, places: same.flatMap(({ places }) => places), total }];
  });
}

function RemovedFrom({ of: { changeFirst, removedFrom } }: UsesProps) {
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

function ChangeFirst({ of: { changeFirst } }: UsesProps) {
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
