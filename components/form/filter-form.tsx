"use client";

import Form from "next/form";
import { type ComponentProps, useEffect, useRef } from "react";
import { isTyped } from "#components/form/use-draft.ts";

type FilterFormProps = Pick<ComponentProps<typeof Form>, "action" | "className" | "children">;

/**
 * Selects with their values in the URL. Each applies when it changes, or at hydration if it changed before.
 */
export function FilterForm({ action, className, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const selects = form.current?.querySelectorAll("select") ?? [];
    if (Array.from(selects).some(isTyped)) form.current?.requestSubmit();
  }, []);
  return (
    <Form
      ref={form}
      action={action}
      scroll={false}
      onChange={(event) => event.currentTarget.requestSubmit()}
      className={className}
    >
      {children}
    </Form>
  );
}
