import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";
import { CLASS_GROUPS } from "#components/ui/class-groups.ts";

const merge = createTailwindMerge(() => CLASS_GROUPS);

/** Joins class names; of two that conflict, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
