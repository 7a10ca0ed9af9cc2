"use server";

import { refresh } from "next/cache";
import { answerForm, revisionOf, textOf } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { getForm } from "#lib/forms/forms";
import { UpdateFormInput } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";
import { connectTurnstile, disconnectTurnstile } from "#lib/turnstile/connect-turnstile";
import { ConnectTurnstileInput } from "#lib/turnstile/schema";
import { checkedId } from "../../../action-id";
import { parseBase, serializeBase } from "../../seen-form";
import { toWidgetRevision, widgetRevisionTime } from "./widget-revision";

/** One entry per line, empty lines left out. */
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
): Promise<FormState> {
  return answerForm(
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
): Promise<FormState> {
  return answerForm(
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
      return { message: "The widget is connected. Send the form once to prove it." };
    },
    {
      readRevision: async () => {
        const { turnstile } = await getForm(await requireActionContext(), formId);
        return toWidgetRevision(turnstile);
      },
    },
  );
}

export async function disconnectWidgetAction(formId: string): Promise<FormState> {
  return answerForm(null, async () => {
    const ctx = await requireActionContext();
    await disconnectTurnstile(ctx, checkedId(formId));
    refresh();
    return { message: "The widget is disconnected, and its secret is forgotten." };
  });
}
