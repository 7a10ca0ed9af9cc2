"use client";

import { ChevronUp, Pencil } from "lucide-react";
import { Badge } from "#components/ui/badge";
import { ReorderRow } from "#components/ui/reorder";
import type { Reorder } from "#components/ui/use-reorder.ts";
import { titleOf } from "./draft";
import { FieldForm, type FieldFormProps } from "./field-form";
import { kindOf } from "./kinds";

type FieldRowProps = FieldFormProps & {
  /** From 0. */
  place: number;
  count: number;
  isOpen: boolean;
  errors: Readonly<Record<string, string>>;
  reorder: Reorder;
  onToggle: () => void;
  onRemove: () => void;
};

/** A field as one line, or with all that can be set. */
export function FieldRow(props: FieldRowProps) {
  const { field, place, count, isOpen, errors, reorder } = props;
  return (
    <ReorderRow
      id={field.id}
      name={titleOf(field, place)}
      reorder={reorder}
      place={place + 1}
      count={count}
      errors={errors}
      toggle={<FieldToggle {...props} />}
      stepsClassName={isOpen ? undefined : "max-sm:hidden"}
      onRemove={props.onRemove}
    >
      {isOpen ? <FieldForm {...props} /> : null}
    </ReorderRow>
  );
}

function FieldToggle({ field, place, isOpen, onToggle }: FieldRowProps) {
  const { label: kind, Icon } = kindOf(field.type);
  const Mark = isOpen ? ChevronUp : Pencil;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="group flex min-w-0 flex-1 basis-40 items-center gap-3 rounded-md px-2 py-1 text-left transition-colors duration-150 hover:bg-accent"
    >
      <span className="sr-only">Edit {titleOf(field, place)}: </span>
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="grid min-w-0">
        <span aria-hidden className="truncate font-medium">
          {field.label.trim() === "" ? (
            <span className="text-muted-foreground">No label yet</span>
          ) : (
            <bdi>{field.label}</bdi>
          )}
        </span>
        <span className="truncate text-xs text-muted-foreground">
          {kind}
          {field.name === "" ? null : (
            <>
              {" · "}
              <bdi className="font-mono">{field.name}</bdi>
            </>
          )}
        </span>
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-3">
        {field.required ? <Badge>Required</Badge> : null}
        <Mark
          aria-hidden
          className="size-4 shrink-0 text-muted-foreground group-hover:text-foreground"
        />
      </span>
    </button>
  );
}
