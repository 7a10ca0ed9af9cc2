"use client";

import { useId, useState } from "react";
import { useFormContext } from "#components/form/action-form";
import { Button } from "#components/ui/button";
import { Checkbox } from "#components/ui/checkbox";
import { Label } from "#components/ui/label";
import { SCOPE_PRESETS } from "../scope-groups";

export type ScopeGroup = {
  title: string;
  scopes: readonly { name: string; text: string }[];
};

/** Scopes by what they are about, each with what it allows; presets tick several at once. */
export function ScopeChoice({ groups }: { groups: readonly ScopeGroup[] }) {
  const { state } = useFormContext();
  const id = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(state.values.scopes));
  const error = state.fieldErrors.scopes;
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setChosen(next);
  };
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium">Scopes</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {SCOPE_PRESETS.map((preset) => (
          <Button
            key={preset.title}
            variant="outline"
            size="sm"
            onClick={() => setChosen(new Set(preset.scopes))}
          >
            {preset.title}
          </Button>
        ))}
        <Button variant="ghost" size="sm" onClick={() => setChosen(new Set())}>
          None
        </Button>
      </div>
      {error ? (
        <p id={`${id}-error`} tabIndex={-1} data-form-message className="mt-3 text-destructive">
          {error}
        </p>
      ) : null}
      <div className="mt-4 grid divide-y rounded-md border">
        {groups.map((group) => (
          <fieldset key={group.title} className="grid gap-3 p-4 sm:grid-cols-[8rem_1fr]">
            <legend className="sr-only">{group.title}</legend>
            <p aria-hidden className="font-medium">
              {group.title}
            </p>
            <div className="grid gap-3">
              {group.scopes.map(({ name, text }) => (
                <div key={name} className="flex items-start gap-3">
                  <span className="flex h-5 items-center">
                    <Checkbox
                      id={`${id}-${name}`}
                      name="scopes"
                      value={name}
                      checked={chosen.has(name)}
                      onChange={() => toggle(name)}
                      aria-describedby={`${id}-${name}-text`}
                    />
                  </span>
                  <div className="min-w-0">
                    <Label htmlFor={`${id}-${name}`} className="font-mono text-xs">
                      {name}
                    </Label>
                    <p id={`${id}-${name}-text`} className="text-pretty text-muted-foreground">
                      {text}
                    </p>
                  </div>
                </div>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
