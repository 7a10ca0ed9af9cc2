"use client";

import { Plus, Split } from "lucide-react";
import { useRef, useState } from "react";
import { v4 } from "uuid";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { EmptyState } from "#components/ui/empty-state";
import { toast } from "#components/ui/toast.ts";
import { useReorder } from "#components/ui/use-reorder.ts";
import type { Recipient } from "#lib/recipients/schema";
import type { RoutingRule } from "#lib/routing/schema";
import { MAX_RULES, moveRule } from "./draft";
import { RoutingStatus } from "./routing-status";
import { RuleRow } from "./rule-row";
import type { RoutingDraft } from "./use-routing-draft";

type RuleListProps = {
  state: RoutingDraft;
  recipients: readonly Recipient[];
  formRecipientIds: readonly string[];
  fieldNamesId: string;
};

/** Once the next frame has drawn it. */
function focusSoon(find: () => HTMLElement | null): void {
  requestAnimationFrame(() => find()?.focus());
}

export function RuleList({ state, recipients, formRecipientIds, fieldNamesId }: RuleListProps) {
  const { draft, openIds, changeRules, toggle, errors } = state;
  const [said, setSaid] = useState("");
  const addButton = useRef<HTMLButtonElement>(null);
  const ids = draft.rules.map(({ id }) => id);
  const reorder = useReorder(ids, (ruleId, to) => {
    changeRules((rules) => moveRule(rules, ruleId, to));
    setSaid(`Now rule ${to + 1} of ${ids.length}`);
  });

  function add(): void {
    const id = v4();
    state.add(id);
    focusSoon(() => {
      const blanks = document.querySelectorAll<HTMLInputElement>(`[data-row="${id}"] input`);
      return [...blanks].find(({ value }) => value === "") ?? null;
    });
  }

  function remove(rule: RoutingRule): void {
    const place = draft.rules.indexOf(rule);
    changeRules((rules) => rules.filter(({ id }) => id !== rule.id));
    focusSoon(() => addButton.current);
    toast(rule.name.trim() === "" ? "Rule removed." : `Removed “${rule.name}”.`, {
      label: "Undo",
      run: () => changeRules((rules) => rules.toSpliced(place, 0, rule)),
    });
  }

  const addRule = (
    <Button
      ref={addButton}
      data-add-rule
      variant="outline"
      onClick={add}
      disabled={ids.length >= MAX_RULES}
    >
      <Plus aria-hidden />
      Add rule
    </Button>
  );
  return (
    <div className="grid min-w-0 gap-4">
      <RoutingStatus state={state} />
      <p id="reorder-keys" className="sr-only">
        Press the up or down arrow key to move the rule.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {ids.length === 0 ? (
        <Card>
          <EmptyState icon={Split} title="No rules yet" action={addRule}>
            Send each message to the right people. For example: if <strong>topic</strong> contains “
            <strong>sales</strong>”, notify the sales team.
          </EmptyState>
        </Card>
      ) : (
        <ol ref={reorder.list} className="grid gap-2" aria-label="Rules, in order of priority">
          {draft.rules.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              place={index + 1}
              count={ids.length}
              isOpen={openIds.includes(rule.id)}
              errors={errors[rule.id] ?? {}}
              recipients={recipients}
              fieldNamesId={fieldNamesId}
              reorder={reorder}
              onToggle={() => toggle(rule.id)}
              onChange={(changed) =>
                changeRules((rules) => rules.map((one) => (one.id === rule.id ? changed : one)))
              }
              onRemove={() => remove(rule)}
            />
          ))}
        </ol>
      )}
      {errors[""] ? <p className="text-destructive">{Object.values(errors[""])[0]}</p> : null}
      <Otherwise recipients={recipients} selectedIds={formRecipientIds} />
      {ids.length === 0 ? null : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {addRule}
          <p className="text-muted-foreground">
            {ids.length} of {MAX_RULES} rules
          </p>
        </div>
      )}
    </div>
  );
}

type OtherwiseProps = { recipients: readonly Recipient[]; selectedIds: readonly string[] };

function Otherwise({ recipients, selectedIds }: OtherwiseProps) {
  const emails = selectedIds.flatMap((id) => recipients.find((one) => one.id === id)?.email ?? []);
  return (
    <p className="rounded-md border border-dashed px-4 py-3 text-pretty break-words text-muted-foreground">
      <span className="font-medium text-foreground">Otherwise,</span>{" "}
      {emails.length === 0
        ? "no one is notified. The form has no default recipients."
        : `notify the form’s default recipients: ${emails.join(", ")}.`}
    </p>
  );
}
