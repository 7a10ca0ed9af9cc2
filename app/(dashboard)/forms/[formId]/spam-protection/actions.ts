"use server";

import { refresh } from "next/cache";
import { revisionOf, textOf } from "#components/form/server-action";
import { getForm } from "#lib/forms/forms";
import { serializeBase } from "#lib/forms/rules";
import { UpdateFormInput } from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { parseInput } from "#lib/http/parse";
import { ConnectTurnstileInput } from "#lib/turnstile/schema";
import { connectTurnstile, disconnectTurnstile } from "#lib/turnstile/turnstile";
import { actionOnForm, parseBase } from "../../form-action";

/** One entry per line, without empty lines. */
function entriesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export async function saveProtectionAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const input = parseInput(UpdateFormInput, {
        settings: {
          allowedOrigins: entriesOf(textOf(data, "allowedOrigins")),
          honeypot: textOf(data, "honeypot").trim(),
        },
      });
      await updateForm(ctx, id, input, parseBase(data));
      refresh();
      return { message: "Saved." };
    },
    async (ctx, id) => serializeBase(await getForm(ctx, id)),
  );
}

export async function connectWidgetAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const revision = revisionOf(data);
      const input = parseInput(ConnectTurnstileInput, {
        siteKey: textOf(data, "siteKey"),
        secretKey: textOf(data, "secretKey").trim() || undefined,
        hostnames: entriesOf(textOf(data, "hostnames")),
        enabled: data.has("enabled"),
      });
      await connectTurnstile(ctx, id, input, revision === "" ? null : Number(revision));
      refresh();
      return { message: "Widget connected. Submit the form once to confirm it." };
    },
    async (ctx, id) => String((await getForm(ctx, id)).turnstile?.updatedAt ?? ""),
  );
}

export async function disconnectWidgetAction(formId: string) {
  return actionOnForm(formId, null, async (ctx, id) => {
    await disconnectTurnstile(ctx, id);
    refresh();
    return { message: "Widget disconnected. Its secret key was deleted." };
  });
}
