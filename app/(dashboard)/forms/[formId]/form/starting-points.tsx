"use client";

import { Code, Inbox } from "lucide-react";
import { type ReactNode, useState } from "react";
import { callAction } from "#components/form/use-action.ts";
import { listOf } from "#components/inbox/descriptions.ts";
import { Button, PendingButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { toast } from "#components/ui/toast.ts";
import { usePending } from "#components/ui/use-pending.ts";
import { countOf } from "#lib/core/count";
import { guessFieldsAction } from "./actions";
import type { FieldListDraft, GivenField } from "./draft";
import type { HtmlForm } from "./read-html";
import { TEMPLATES } from "./templates";

const HtmlDialog = lazyWithFallback(() => import("./html-dialog"), Unreachable, { isRare: true });

/** A form that was pasted, and the names of its honeypots. */
export type Pasted = { html: string; traps: readonly string[] };

export type Start = (
  fields: readonly GivenField[],
  note: string,
  rest?: Partial<Omit<FieldListDraft, "fields">>,
  pasted?: Pasted,
) => void;

type StartingPointsProps = {
  formId: string;
  honeypot: string;
  start: Start;
  /** The menu that adds a field. */
  addField: ReactNode;
};

function describeHtml({ fields, traps }: HtmlForm): string {
  const found = `Found ${countOf(fields.length, "field")}. Check the labels and types, then save. Your updated HTML is below the fields.`;
  if (traps.length === 0) return found;
  const names = listOf(traps.map((name) => `“${name}”`));
  const left = `Left out ${names}, which ${traps.length === 1 ? "looks like a honeypot" : "look like honeypots"}: people don’t see it, and only bots fill it in.`;
  return `${found} ${left}`;
}

/** Shows ways to start while there are no fields. */
export function StartingPoints({ formId, honeypot, start, addField }: StartingPointsProps) {
  const [isPasting, setPasting] = useState(false);
  const reading = usePending(async () => {
    const result = await callAction(() => guessFieldsAction(formId));
    if (!result.ok) return toast(result.error.message ?? "Couldn’t read the messages.");
    const { length } = result.value;
    if (length === 0) return toast("This form has no messages to learn from yet.");
    start(
      result.value,
      `Found ${countOf(length, "field")} in recent messages. Types are guesses, so a message that doesn’t fit is accepted and marked until you change that below.`,
      { onInvalid: "mark" },
    );
  });

  return (
    <Card>
      <CardHeader
        title="No fields yet"
        description="Any field is accepted now. With a list of fields, messages are checked, the hosted form asks for them, and your inbox shows their labels."
      />
      <CardContent className="grid gap-5">
        <div className="flex flex-wrap gap-2">
          {addField}
          <PendingButton
            variant="outline"
            isPending={reading.isPending}
            icon={<Inbox aria-hidden />}
            onClick={reading.run}
          >
            From recent messages
          </PendingButton>
          <Button variant="outline" onClick={() => setPasting(true)}>
            <Code aria-hidden />
            From HTML
          </Button>
        </div>
        <section aria-labelledby="templates" className="grid gap-2.5">
          <h3 id="templates" className="font-medium">
            Or start from a template
          </h3>
          <ul className="grid gap-2 sm:grid-cols-2">
            {TEMPLATES.map(({ name, text, fields }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => start(fields, "")}
                  className="grid h-full w-full content-start gap-0.5 rounded-md border px-3 py-2.5 text-left transition-colors duration-150 hover:bg-accent"
                >
                  <span className="font-medium">{name}</span>
                  <span className="text-xs text-pretty text-muted-foreground">{text}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        {isPasting ? (
          <HtmlDialog
            honeypot={honeypot}
            onClose={() => setPasting(false)}
            onRead={(form, html) => {
              setPasting(false);
              start(form.fields, describeHtml(form), {}, { html, traps: form.traps });
            }}
          />
        ) : null}
      </CardContent>
    </Card>
  );
}
