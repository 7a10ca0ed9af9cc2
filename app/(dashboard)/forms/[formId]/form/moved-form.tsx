"use client";

import { useMemo, useState, useTransition } from "react";
import { TextField } from "#components/form/fields";
import { callAction } from "#components/form/use-action.ts";
import { PendingButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { toast } from "#components/ui/toast.ts";
import { isHoneypotName } from "#lib/core/fields/control-fields";
import type { Form } from "#lib/domain/forms/schema";
import { adoptSettingAction } from "./actions";
import { convertHtml, findNextPage } from "./convert-html";

type MovedFormProps = {
  form: Form;
  address: string;
  html: string;
  /** Names of the pasted form's honeypots. */
  traps: readonly string[];
};

/**
 * Shows the other parts of a pasted form: its honeypot, its thank-you page, and the code that sends
 * here.
 */
export default function MovedForm({ form, address, html, traps }: MovedFormProps) {
  const { honeypot } = form.settings;
  // Cached, because typing in a field renders this again, and the HTML may be long.
  const next = useMemo(() => findNextPage(html), [html]);
  const code = useMemo(() => convertHtml(html, { address, honeypot }), [html, address, honeypot]);
  return (
    <Card>
      <CardHeader
        title="Move your form here"
        description="We read the fields above from your HTML. Here’s what else we found."
      />
      <CardContent className="grid gap-5">
        <Honeypot form={form} traps={traps} />
        {next === null ? null : <ThanksPage key={next} form={form} next={next} />}
        {code === null ? null : (
          <div className="grid min-w-0 gap-1.5">
            <h3 className="font-medium">Changed code</h3>
            <CodeBlock code={code} title="HTML" what="changed form" />
            <p className="text-pretty text-muted-foreground">
              It sends to this form, and no longer contains your old service’s hidden fields.
              Replace your form with it.
            </p>
          </div>
        )}
      </CardContent>
    </Card>
  );
}

/** Saves one setting of the form, and confirms it in a toast. */
function useAdopt(formId: string) {
  const [isPending, startTransition] = useTransition();
  const adopt = (settings: { honeypot: string } | { redirectUrl: string }) =>
    startTransition(async () => {
      const result = await callAction(() => adoptSettingAction(formId, settings));
      toast(
        result.ok ? "Saved." : (result.error.details[0]?.message ?? result.error.message ?? ""),
      );
    });
  return { isPending, adopt };
}

const VALID_HONEYPOT = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

function Honeypot({ form, traps }: Pick<MovedFormProps, "form" | "traps">) {
  const { honeypot } = form.settings;
  const { isPending, adopt } = useAdopt(form.id);
  const other = traps.find((name) => !isHoneypotName(name, honeypot));
  return (
    <div className="grid justify-items-start gap-1.5">
      <h3 className="font-medium">Honeypot</h3>
      <p className="text-pretty text-muted-foreground">{describeTraps(traps, other, honeypot)}</p>
      {other !== undefined && VALID_HONEYPOT.test(other) ? (
        <PendingButton
          variant="outline"
          isPending={isPending}
          onClick={() => adopt({ honeypot: other })}
        >
          Use “{other}” here too
        </PendingButton>
      ) : null}
    </div>
  );
}

function describeTraps(traps: readonly string[], other: string | undefined, honeypot: string) {
  if (traps.length === 0)
    return `Your form has none. The changed code adds “${honeypot}”, which people don’t see.`;
  return other === undefined
    ? `“${traps[0]}” works here as it is.`
    : `This form’s is “${honeypot}”, so the changed code renames “${other}”.`;
}

function ThanksPage({ form, next }: { form: Form; next: string }) {
  const { allowedOrigins, redirectUrl } = form.settings;
  const { isPending, adopt } = useAdopt(form.id);
  const [url, setUrl] = useState(() => URL.parse(next, allowedOrigins[0])?.href ?? "");
  const isUsed = url !== "" && url === redirectUrl;
  return (
    <form
      className="grid justify-items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        adopt({ redirectUrl: url.trim() });
      }}
    >
      <TextField
        name="thanksPage"
        label="Thank-you page"
        className="w-full"
        hint={`Your form leads to “${next}”.${url === "" ? " Enter its full address." : ""}`}
        type="url"
        placeholder="https://"
        required
        value={url}
        autoComplete="off"
        onChange={({ target }) => setUrl(target.value)}
      />
      <PendingButton variant="outline" type="submit" isPending={isPending} disabled={isUsed}>
        {isUsed ? "Used here" : "Use it here"}
      </PendingButton>
    </form>
  );
}
