"use client";

import { Plus, Split } from "lucide-react";
import { Fragment } from "react";
import { v4 } from "uuid";
import { TextField } from "#components/form/fields";
import { Badge } from "#components/ui/badge";
import { Button, PendingButton } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { EmptyState } from "#components/ui/empty-state";
import { MAX_RULES } from "#lib/core/fields/limits";
import type { RoutingRule } from "#lib/domain/forms/routing/schema";
import type { Recipient } from "#lib/domain/recipients/schema";
import { EditableList, focusSoon } from "../../list-editor/editable-list";
import { defaultName, OPERATOR_WORDS } from "./draft";
import { RuleCondition, RuleRecipients } from "./rule-fields";
import type { RoutingDraft } from "./use-routing-draft";

type RuleListProps = {
  state: RoutingDraft;
  recipients: readonly Recipient[];
  formRecipientIds: readonly string[];
  fieldNames: readonly string[];
};

export function RuleList({ state, recipients, formRecipientIds, fieldNames }: RuleListProps) {
  const { rules } = state.draft;

  function add(): void {
    const id = v4();
    state.add(id);
    focusSoon(() => {
      const blanks = document.querySelectorAll<HTMLInputElement>(`[data-row="${id}"] input`);
      return [...blanks].find(({ value }) => value === "");
    });
  }

  const addRule = (
    <div data-add-row>
      <Button variant="outline" onClick={add} disabled={rules.length >= MAX_RULES}>
        <Plus aria-hidden />
        Add rule
      </Button>
    </div>
  );
  const otherwise = <Otherwise recipients={recipients} selectedIds={formRecipientIds} />;
  return (
    <div className="grid min-w-0 gap-4">
      <RoutingStatus state={state} />
      {rules.length === 0 ? (
        <>
          <Card>
            <EmptyState icon={Split} title="No rules yet" action={addRule}>
              Send each message to the right people. For example: if <strong>topic</strong> contains
              “<strong>sales</strong>”, notify the sales team.
            </EmptyState>
          </Card>
          {otherwise}
        </>
      ) : (
        <EditableList
          noun="Rule"
          label="Rules, in order of priority"
          rows={rules}
          max={MAX_RULES}
          editor={state}
          change={state.change}
          nameOf={({ name }) => name}
          summary={(rule, place, isOpen) =>
            isOpen ? (
              <span aria-hidden className="font-medium">
                Rule {place + 1}
              </span>
            ) : (
              <RuleSummary rule={rule} recipients={recipients} />
            )
          }
          form={(rule, place, onChange) => (
            <>
              <RuleCondition rule={rule} fieldNames={fieldNames} onChange={onChange} />
              <RuleRecipients rule={rule} recipients={recipients} onChange={onChange} />
              <TextField
                name="name"
                label={`Rule ${place + 1} name`}
                hint="Optional. Shown on messages that match."
                value={rule.name}
                maxLength={120}
                placeholder={rule.field === "" ? undefined : defaultName(rule)}
                autoComplete="off"
                onChange={({ target }) => onChange({ ...rule, name: target.value })}
              />
            </>
          )}
          addButton={addRule}
          toggleClassName="basis-56 py-1.5"
        >
          {otherwise}
        </EditableList>
      )}
    </div>
  );
}

const HOW = "The first matching rule decides who’s notified. Matching isn’t case-sensitive.";

function RoutingStatus({ state: { saved, draft, isOn, isPending, setEnabled } }: StatusProps) {
  if (saved.length === 0)
    return draft.rules.length === 0 ? null : (
      <p className="text-pretty text-muted-foreground">{HOW} Saving turns routing on.</p>
    );
  return (
    <section
      aria-label="Routing status"
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border px-4 py-3 sm:px-6",
        isOn ? "bg-card shadow-card" : "border-warning/30 bg-warning-soft",
      )}
    >
      <Badge tone={isOn ? "success" : "warning"} withDot>
        {isOn ? "On" : "Off"}
      </Badge>
      <div className="min-w-0 flex-1 basis-64 text-pretty">
        {isOn ? (
          <p className="text-muted-foreground">{HOW}</p>
        ) : (
          <>
            <p className="font-semibold">Routing is off. These rules don’t run.</p>
            <p>Every message goes to the form’s default recipients.</p>
          </>
        )}
      </div>
      <PendingButton
        variant="outline"
        size="sm"
        isPending={isPending}
        onClick={() => setEnabled(!isOn)}
      >
        {isOn ? "Turn off" : "Turn on"}
        <span className="sr-only"> routing</span>
      </PendingButton>
    </section>
  );
}

type StatusProps = Pick<RuleListProps, "state">;

type RuleSummaryProps = { rule: RoutingRule; recipients: readonly Recipient[] };

/** Summarizes a rule: If topic contains “sales”, notify ada@example.com. */
function RuleSummary({ rule, recipients }: RuleSummaryProps) {
  const { name, field, operator, value, recipientIds } = rule;
  return (
    <span className="grid min-w-0 gap-0.5">
      {name.trim() === "" ? null : (
        <span aria-hidden className="truncate text-xs text-muted-foreground">
          {name}
        </span>
      )}
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

function Audience({ recipients }: Pick<RuleSummaryProps, "recipients">) {
  if (recipients.length === 0) return <span className="text-warning">no one yet</span>;
  return recipients.map(({ id, email, status }, index) => (
    <Fragment key={id}>
      {index === 0 ? "" : index === recipients.length - 1 ? " and " : ", "}
      <strong className="font-semibold">{email}</strong>
      {status === "verified" ? null : <span className="text-warning"> (not confirmed)</span>}
    </Fragment>
  ));
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
