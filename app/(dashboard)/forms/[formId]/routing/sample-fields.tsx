"use client";

import { Plus, X } from "lucide-react";
import { Button } from "#components/ui/button";
import { Input } from "#components/ui/input";
import type { Sample } from "./draft";

type SampleFieldsProps = { sample: Sample; onChange: (sample: Sample) => void };

/** The fields of a submission, to be changed at will. */
export function SampleFields({ sample, onChange }: SampleFieldsProps) {
  const replace = (place: number, pair: Sample[number]) =>
    onChange(sample.map((one, index) => (index === place ? pair : one)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">Fields</legend>
      {sample.map(([name, value], index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place; names may repeat
          key={index}
          className="grid grid-cols-[2fr_3fr_auto] gap-1.5"
        >
          <Input
            aria-label={`Name of field ${index + 1}`}
            value={name}
            autoComplete="off"
            className="font-mono text-xs md:text-xs"
            onChange={(event) => replace(index, [event.target.value, value])}
          />
          <Input
            aria-label={`Value of field ${index + 1}`}
            value={typeof value === "string" ? value : value.join(", ")}
            // A list stays one until somebody types into it.
            title={typeof value === "string" ? undefined : "Several values"}
            autoComplete="off"
            onChange={(event) => replace(index, [name, event.target.value])}
          />
          <Button
            variant="ghost"
            size="icon"
            onClick={() => onChange(sample.filter((_, place) => place !== index))}
          >
            <X aria-hidden />
            <span className="sr-only">Remove field {index + 1}</span>
          </Button>
        </div>
      ))}
      <Button
        variant="ghost"
        size="sm"
        className="justify-self-start"
        onClick={() => onChange([...sample, ["", ""]])}
      >
        <Plus aria-hidden />
        Add a field
      </Button>
    </fieldset>
  );
}
