"use server";

import { refresh } from "next/cache";
import type { ActionResult, FormState } from "#components/form/action-result";
import { actionResult, revisionOf, textOf } from "#components/form/server-action";
import { getForm } from "#lib/forms/forms";
import { UpdateFormInput } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";
import { connectTurnstile, disconnectTurnstile } from "#lib/turnstile/connect-turnstile";
import { ConnectTurnstileInput } from "#lib/turnstile/schema";
import { checkedId } from "../../../action-id";
import { parseBase, serializeBase, toWidgetRevision, widgetRevisionTime } from "../../revision";

/** One entry per line, without empty lines. */
function entriesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export async function saveProtectionAction(
  formId: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return actionResult(
    data,
    async () => {
      const ctx = await requireActionContext();
      const seen = parseBase(data);
      const input = parseInput(UpdateFormInput, {
        settings: {
          allowedOrigins: entriesOf(textOf(data, "allowedOrigins")),
          honeypot: textOf(data, "honeypot").trim(),
        },
      });
      await updateForm(ctx, checkedId(formId), input, seen);
      refresh();
      return { message: "Saved." };
    },
    {
      readRevision: async () => serializeBase(await getForm(await requireActionContext(), formId)),
    },
  );
}

export async function connectWidgetAction(
  formId: string,
  _: FormState,
  data: FormData,
): Promise<ActionResult> {
  return actionResult(
    data,
    async () => {
      const ctx = await requireActionContext();
      const secretKey = textOf(data, "secretKey").trim();
      const input = parseInput(ConnectTurnstileInput, {
        siteKey: textOf(data, "siteKey"),
        ...(secretKey === "" ? {} : { secretKey }),
        hostnames: entriesOf(textOf(data, "hostnames")),
        enabled: data.has("enabled"),
      });
      await connectTurnstile(ctx, checkedId(formId), input, widgetRevisionTime(revisionOf(data)));
      refresh();
      return { message: "Widget connected. Submit the form once to verify it." };
    },
    {
      readRevision: async () => {
        const { turnstile } = await getForm(await requireActionContext(), formId);
        return toWidgetRevision(turnstile);
      },
    },
  );
}

export async function disconnectWidgetAction(formId: string): Promise<ActionResult> {
  return actionResult(null, async () => {
    const ctx = await requireActionContext();
    await disconnectTurnstile(ctx, checkedId(formId));
    refresh();
    return { message: "Widget disconnected. Its secret key was deleted." };
  });
}
