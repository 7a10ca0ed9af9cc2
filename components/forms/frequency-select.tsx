"use client";

import { useState, useTransition } from "react";
import type { ActionResult } from "#components/form/action-result.ts";
import { callAction } from "#components/form/use-action.ts";
import { NativeSelect } from "#components/ui/input";
import { toast } from "#components/ui/toast.ts";
import type { Frequency } from "#lib/domain/emails/digests/choice-schema";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const clockTime = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

export type FrequencyChoice = { frequency: Frequency; hour: number | null };

/** Describes in a few words when someone is notified. */
export function describeFrequency({ frequency, hour }: FrequencyChoice): string {
  switch (frequency) {
    case "immediately":
      return "An email for each message";
    case "hourly":
      return "A digest every hour";
    case "daily":
      return `A digest every day at ${clockTime(hour ?? 0)}`;
    case "never":
      return "No emails";
  }
}

const toValue = ({ frequency, hour }: FrequencyChoice) =>
  frequency === "daily" ? `daily ${hour}` : frequency;

function readValue(value: string): FrequencyChoice {
  const [name, hour] = value.split(" ");
  if (name === "daily") return { frequency: "daily", hour: Number(hour) };
  return { frequency: name === "immediately" || name === "hourly" ? name : "never", hour: null };
}

type FrequencySelectProps = {
  label: string;
  choice: FrequencyChoice;
  action: (choice: FrequencyChoice) => Promise<ActionResult>;
};

/** Saves immediately. If a selection can’t be saved, the previous one is restored. */
export function FrequencySelect({ label, choice, action }: FrequencySelectProps) {
  const [selected, setSelected] = useState(toValue(choice));
  const [isPending, startTransition] = useTransition();

  function save(value: string): void {
    const before = selected;
    setSelected(value);
    startTransition(async () => {
      const result = await callAction(() => action(readValue(value)));
      if (!result.ok) setSelected(before);
      toast(result.ok ? "Saved." : (result.error.message ?? "That couldn’t be saved."));
    });
  }

  return (
    <NativeSelect
      aria-label={label}
      aria-busy={isPending || undefined}
      value={selected}
      onChange={(event) => save(event.target.value)}
      className="sm:w-60"
    >
      {(["immediately", "hourly"] as const).map((frequency) => (
        <option key={frequency} value={frequency}>
          {describeFrequency({ frequency, hour: null })}
        </option>
      ))}
      <optgroup label="A digest every day at">
        {HOURS.map((hour) => (
          <option key={hour} value={`daily ${hour}`}>
            {clockTime(hour)}
          </option>
        ))}
      </optgroup>
      <option value="never">{describeFrequency({ frequency: "never", hour: null })}</option>
    </NativeSelect>
  );
}
