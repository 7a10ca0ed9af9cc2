import { Fragment } from "react";
import type { Recipient } from "#lib/recipients/schema";
import type { RoutingRule } from "#lib/routing/schema";
import { OPERATOR_WORDS } from "./draft";

type RuleSentenceProps = { rule: RoutingRule; recipients: readonly Recipient[] };

/** If topic contains “sales”, notify ada@example.com. */
export function RuleSentence({ rule, recipients }: RuleSentenceProps) {
  const { field, operator, value, recipientIds } = rule;
  return (
    <span className="text-pretty wrap-anywhere">
      If <Part text={field} /> {OPERATOR_WORDS[operator]}
      {operator === "present" ? null : (
        <>
          {" “"}
          <Part text={value ?? ""} />”
        </>
      )}
      , notify <Audience recipients={recipients.filter(({ id }) => recipientIds.includes(id))} />.
    </span>
  );
}

/** An inline block, since an unclosed isolate in the text would escape from `<bdi>`. */
function Part({ text }: { text: string }) {
  return (
    <strong className="inline-block max-w-full align-top font-semibold">
      {text.trim() === "" ? "…" : text}
    </strong>
  );
}

function Audience({ recipients }: { recipients: readonly Recipient[] }) {
  if (recipients.length === 0) return <span className="text-warning">no one yet</span>;
  return recipients.map(({ id, email, status }, index) => (
    <Fragment key={id}>
      {index === 0 ? "" : index === recipients.length - 1 ? " and " : ", "}
      <strong className="font-semibold">{email}</strong>
      {status === "verified" ? null : <span className="text-warning"> (not confirmed)</span>}
    </Fragment>
  ));
}
