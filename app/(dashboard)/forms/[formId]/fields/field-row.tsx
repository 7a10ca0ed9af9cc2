"use client";

import { ChevronUp, Pencil, Trash2 } from "lucide-react";
import { FieldErrors } from "#components/form/action-form";
import { Badge } from "#components/ui/badge";
import { IconButton } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { ReorderHandle, StepButtons } from "#components/ui/reorder";
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
  const moved = { id: field.id, name: titleOf(field, place), reorder };
  return (
    <li
      data-row={field.id}
      className={cn(
        "min-w-0 rounded-md border bg-card shadow-card transition-shadow duration-150",
        reorder.draggedId === field.id && "relative z-10 shadow-pop outline-2 outline-ring",
      )}
    >
      <div className="flex flex-wrap items-center gap-1 p-1.5 sm:flex-nowrap">
        {count > 1 ? <ReorderHandle {...moved} /> : null}
        <FieldToggle {...props} />
        <div className="ml-auto flex shrink-0 gap-1">
          {count > 1 ? (
            <span className={cn("flex gap-1", !isOpen && "max-sm:hidden")}>
              <StepButtons {...moved} place={place + 1} count={count} />
            </span>
          ) : null}
          <IconButton
            icon={<Trash2 aria-hidden />}
            label={`Remove ${moved.name}`}
            variant="dangerGhost"
            onClick={props.onRemove}
          />
        </div>
      </div>
      {isOpen ? (
        <FieldErrors errors={errors}>
          <div className="min-w-0 border-t p-4 sm:px-6 sm:py-5">
            <FieldForm {...props} />
          </div>
        </FieldErrors>
      ) : null}
    </li>
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
