"use client";

import { Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { FieldErrors, useFormContext } from "#components/form/action-form";
import { callAction } from "#components/form/use-action.ts";
import { Button, IconButton } from "#components/ui/button";
import { Label, NativeSelect } from "#components/ui/input";
import { countOf } from "#lib/core/count";
import type { ConditionsPreview } from "#lib/notifications/replay-routing";
import type { Condition } from "#lib/routing/schema";
import type { Conditions } from "#lib/webhooks/destination-schema";
import { RuleCondition } from "../routing/rule-fields";
import { useAnswer } from "../use-answer";
import { previewConditionsAction } from "./actions";

const MAX_RULES = 10;
const EMPTY: Condition = { field: "", operator: "equals", value: "" };
const MATCHES = {
  every: "Every message",
  all: "Messages that match all",
  any: "Messages that match any",
};
type Match = keyof typeof MATCHES;

type ConditionsFieldProps = {
  formId: string;
  conditions: Conditions | null;
  fieldNamesId: string;
};

/** Which messages a destination gets; sent as JSON in one field. */
export function ConditionsField({ formId, conditions, fieldNamesId }: ConditionsFieldProps) {
  const id = useId();
  const { fieldErrors } = useFormContext();
  const [match, setMatch] = useState<Match>(conditions?.match ?? "every");
  const [rules, setRules] = useState<Condition[]>(conditions?.rules ?? [EMPTY]);
  const value = match === "every" ? null : { match, rules };
  const errorsOf = (index: number) => {
    const prefix = `conditions.rules.${index}.`;
    const own = Object.entries(fieldErrors).filter(([path]) => path.startsWith(prefix));
    return Object.fromEntries(own.map(([path, text]) => [path.slice(prefix.length), text]));
  };
  return (
    <div className="grid gap-3">
      <input type="hidden" name="conditions" value={JSON.stringify(value)} />
      <Label htmlFor={id}>What it gets</Label>
      <div className="max-w-80">
        <NativeSelect
          id={id}
          value={match}
          onChange={({ target }) => setMatch(toMatch(target.value))}
        >
          {Object.entries(MATCHES).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </div>
      {value === null ? null : (
        <>
          {rules.map((rule, index) => (
            // Rules have no identity of their own.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={index} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <FieldErrors errors={errorsOf(index)}>
                  <RuleCondition
                    rule={rule}
                    fieldNamesId={fieldNamesId}
                    onChange={(changed) => setRules(rules.with(index, changed))}
                  />
                </FieldErrors>
              </div>
              {rules.length > 1 ? (
                <IconButton
                  icon={<Trash2 aria-hidden />}
                  label={`Remove condition ${index + 1}`}
                  variant="dangerGhost"
                  onClick={() => setRules(rules.toSpliced(index, 1))}
                />
              ) : null}
            </div>
          ))}
          {rules.length < MAX_RULES ? (
            <div>
              <Button variant="outline" size="sm" onClick={() => setRules([...rules, EMPTY])}>
                <Plus aria-hidden />
                Add condition
              </Button>
            </div>
          ) : null}
          <Preview formId={formId} conditions={value} />
        </>
      )}
    </div>
  );
}

/** How many of the latest messages match. Empty while rules are incomplete. */
function Preview({ formId, conditions }: { formId: string; conditions: Conditions }) {
  const preview = useAnswer(JSON.stringify(conditions), async () => {
    const result = await callAction(() => previewConditionsAction(formId, conditions));
    return result.ok ? result.value : null;
  });
  return (
    <p role="status" className="text-muted-foreground">
      {preview === null ? null : describePreview(preview)}
    </p>
  );
}

function describePreview({ matching, total }: ConditionsPreview): string {
  if (total === 0) return "There are no messages to try this on yet.";
  if (total === 1)
    return `The latest message ${matching === 1 ? "would" : "wouldn’t"} have been sent.`;
  return `${matching} of the latest ${countOf(total, "message")} would have been sent.`;
}

function toMatch(text: string): Match {
  return text === "all" || text === "any" ? text : "every";
}
