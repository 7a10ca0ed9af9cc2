"use client";

import { useId, useState } from "react";
import { useFormContext } from "#components/form/action-form";
import { CheckboxField } from "#components/form/fields";
import { presetOf, SCOPE_PRESETS } from "#components/form/scope-groups.ts";
import { cn } from "#components/ui/cn.ts";
import { Disclosure } from "#components/ui/disclosure";
import { countOf } from "#lib/core/count";

export type ScopeGroup = {
  title: string;
  scopes: readonly { name: string; text: string }[];
};

export function ScopeChoice({ groups }: { groups: readonly ScopeGroup[] }) {
  const { error: failure, fieldErrors } = useFormContext();
  const id = useId();
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(failure?.values.scopes),
  );
  const error = fieldErrors.scopes;
  const isCustom = selected.size > 0 && presetOf(selected) === undefined;
  const toggle = (name: string) => {
    const next = new Set(selected);
    if (!next.delete(name)) next.add(name);
    setSelected(next);
  };
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium">Scopes</legend>
      <p className="text-muted-foreground">What the token can do. Give it only what it needs.</p>
      <Presets selected={selected} choose={(scopes) => setSelected(new Set(scopes))} />
      {error ? (
        <p id={`${id}-error`} tabIndex={-1} data-form-message className="mt-3 text-destructive">
          {error}
        </p>
      ) : null}
      <div className="mt-4">
        <Disclosure summary="Custom scopes" hasError={error !== undefined || isCustom}>
          <div className="divide-y rounded-md border">
            {groups.map((group) => (
              <fieldset key={group.title} className="grid gap-3 p-4 sm:grid-cols-[7rem_1fr]">
                <legend className="sr-only">{group.title}</legend>
                <p aria-hidden className="font-medium">
                  {group.title}
                </p>
                <div className="grid gap-3">
                  {group.scopes.map(({ name, text }) => (
                    <CheckboxField
                      key={name}
                      name="scopes"
                      value={name}
                      label={<span className="font-mono text-xs font-medium">{name}</span>}
                      hint={text}
                      checked={selected.has(name)}
                      onChange={() => toggle(name)}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
          </div>
        </Disclosure>
      </div>
    </fieldset>
  );
}

type PresetsProps = {
  selected: ReadonlySet<string>;
  choose: (scopes: readonly string[]) => void;
};

function Presets({ selected, choose }: PresetsProps) {
  const current = presetOf(selected);
  return (
    <div className="mt-3 grid gap-2 sm:grid-cols-2">
      {SCOPE_PRESETS.map((preset) => (
        <button
          key={preset.title}
          type="button"
          aria-pressed={preset === current}
          onClick={() => choose(preset.scopes)}
          className={cn(
            "rounded-md border bg-card px-3 py-2.5 text-left shadow-card transition-colors hover:bg-accent",
            preset === current && "border-primary bg-accent ring-1 ring-primary",
          )}
        >
          <span className="block font-medium">{preset.title}</span>
          <span className="block text-xs text-pretty text-muted-foreground">
            {preset.text} {countOf(preset.scopes.length, "scope")}.
          </span>
        </button>
      ))}
    </div>
  );
}
