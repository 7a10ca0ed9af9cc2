"use client";

import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { v4 } from "uuid";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { Label, Switch } from "#components/ui/input";
import { toast } from "#components/ui/toast";
import type { Recipient } from "#lib/recipients/schema";
import type { RoutingRule } from "#lib/routing/schema";
import { type Draft, MAX_RULES, moveRule } from "./draft";
import { RuleCard } from "./rule-card";
import { useReorder } from "./use-reorder";
import type { RoutingDraft } from "./use-routing-draft";

type RuleListProps = {
  state: RoutingDraft;
  recipients: readonly Recipient[];
  formRecipientIds: readonly string[];
  fieldNamesId: string;
};

export function RuleList({ state, recipients, formRecipientIds, fieldNamesId }: RuleListProps) {
  const { draft, setDraft, errors } = state;
  const [said, setSaid] = useState("");
  const addButton = useRef<HTMLButtonElement>(null);
  const ids = draft.rules.map(({ id }) => id);
  const changeRules = (change: (rules: Draft["rules"]) => Draft["rules"]) =>
    setDraft((latest) => ({ ...latest, rules: change(latest.rules) }));
  const reorder = useReorder(ids, (ruleId, to) => {
    changeRules((rules) => moveRule(rules, ruleId, to));
    setSaid(`Now rule ${to + 1} of ${ids.length}`);
  });

  function add(): void {
    const id = v4();
    changeRules((rules) => [
      ...rules,
      { id, name: "", field: "", operator: "contains", value: "", recipientIds: [] },
    ]);
    // Users expect their first rule to run.
    if (ids.length === 0 && !draft.enabled) {
      enable(true);
      setSaid("Routing is now on.");
    }
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-row="${id}"] input`)?.focus(),
    );
  }

  function remove(rule: RoutingRule): void {
    const place = draft.rules.indexOf(rule);
    changeRules((rules) => rules.filter(({ id }) => id !== rule.id));
    addButton.current?.focus();
    toast(rule.name.trim() === "" ? "Rule removed." : `Removed “${rule.name}.”`, {
      label: "Undo",
      run: () => changeRules((rules) => rules.toSpliced(place, 0, rule)),
    });
  }

  function enable(enabled: boolean): void {
    setDraft((latest) => ({ ...latest, enabled }));
  }

  return (
    <div className="grid gap-4">
      <EnableCard enabled={draft.enabled} hasRules={ids.length > 0} onChange={enable} />
      <p id="reorder-keys" className="sr-only">
        Press the up or down arrow key to move the rule.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={reorder.list} className="grid gap-3" aria-label="Rules, in order of priority">
        {draft.rules.map((rule, index) => (
          <RuleCard
            key={rule.id}
            rule={rule}
            place={index + 1}
            count={ids.length}
            errors={errors[rule.id] ?? {}}
            recipients={recipients}
            fieldNamesId={fieldNamesId}
            reorder={reorder}
            onChange={(changed) =>
              changeRules((rules) => rules.map((one) => (one.id === rule.id ? changed : one)))
            }
            onRemove={() => remove(rule)}
          />
        ))}
      </ol>
      {errors[""] ? <p className="text-destructive">{Object.values(errors[""])[0]}</p> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button ref={addButton} variant="outline" onClick={add} disabled={ids.length >= MAX_RULES}>
          <Plus aria-hidden />
          Add rule
        </Button>
        <p className="text-muted-foreground">
          {ids.length} of {MAX_RULES} rules
        </p>
      </div>
      <Otherwise recipients={recipients} selectedIds={formRecipientIds} />
    </div>
  );
}

type EnableCardProps = {
  enabled: boolean;
  hasRules: boolean;
  onChange: (enabled: boolean) => void;
};

function EnableCard({ enabled, hasRules, onChange }: EnableCardProps) {
  return (
    <Card className="flex items-start justify-between gap-6 p-4 sm:px-6">
      <div className="grid gap-1">
        <Label htmlFor="routing-enabled">Route messages with rules</Label>
        <p className="text-pretty text-muted-foreground">
          The first matching rule decides who’s notified, instead of the form’s default recipients.
          Matching isn’t case-sensitive.
        </p>
        {hasRules && !enabled ? (
          <p id="routing-off" className="font-medium text-warning">
            Routing is off. These rules won’t run.
          </p>
        ) : null}
      </div>
      <Switch
        id="routing-enabled"
        aria-describedby={hasRules && !enabled ? "routing-off" : undefined}
        checked={enabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </Card>
  );
}

type OtherwiseProps = { recipients: readonly Recipient[]; selectedIds: readonly string[] };

function Otherwise({ recipients, selectedIds }: OtherwiseProps) {
  const emails = selectedIds.flatMap((id) => recipients.find((one) => one.id === id)?.email ?? []);
  return (
    <p className="rounded-md border border-dashed px-4 py-3 text-pretty text-muted-foreground sm:px-6">
      <span className="font-medium text-foreground">Otherwise,</span>{" "}
      {emails.length === 0
        ? "no one is notified. The form has no default recipients."
        : `notify the form’s default recipients: ${emails.join(", ")}.`}
    </p>
  );
}
