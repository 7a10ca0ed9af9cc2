"use server";

import { refresh } from "next/cache";
import {
  authenticatedAction,
  numberOf,
  parseFields,
  revisionOf,
  textOf,
} from "#components/form/server-action.ts";
import { getForm, getFormOptions } from "#lib/domain/forms/forms";
import { serializeBase } from "#lib/domain/forms/rules";
import { SaveFormInput } from "#lib/domain/forms/schema";
import { addSender, removeSender } from "#lib/domain/forms/spam/protection";
import { BlockedWordsInput, SenderInput } from "#lib/domain/forms/spam/schema";
import { ConnectTurnstileInput, Observation } from "#lib/domain/forms/turnstile/schema";
import {
  connectTurnstile,
  disconnectTurnstile,
  requireTurnstile,
} from "#lib/domain/forms/turnstile/turnstile";
import { updateForm } from "#lib/domain/forms/update-form";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, parseJson } from "../../../form-action";

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
      const blockedWords = textOf(data, "blockedWords");
      const isKept = textOf(data, "spamRetentionDays").trim() === "";
      const input = parseInput(SaveFormInput, {
        ...parseInput(BlockedWordsInput, { blockedWords }),
        spamRetentionDays: isKept ? null : numberOf(data, "spamRetentionDays"),
        settings: {
          allowedOrigins: entriesOf(textOf(data, "allowedOrigins")),
          honeypot: textOf(data, "honeypot").trim(),
        },
      });
      const seen = parseInput(SaveFormInput, parseJson(revisionOf(data)));
      await updateForm(ctx, id, input, seen);
      refresh();
      return { message: "Saved." };
    },
    async (ctx, id) => {
      const { blockedWords, spamRetentionDays } = await getFormOptions(ctx, id);
      return serializeBase(await getForm(ctx, id), { blockedWords, spamRetentionDays });
    },
  );
}

export async function addBlockedSenderAction(_: unknown, data: FormData) {
  return authenticatedAction(data, async (ctx) => {
    const { entry } = parseFields(SenderInput, data);
    await addSender(ctx, "blocked", entry);
    refresh();
    return { message: `Blocked ${entry}.` };
  });
}

export async function removeBlockedSenderAction(entry: string) {
  return authenticatedAction(null, async (ctx) => {
    const blocked = parseInput(SenderInput, { entry });
    await removeSender(ctx, "blocked", blocked.entry);
    refresh();
    return { message: `Unblocked ${blocked.entry}.` };
  });
}

export async function connectWidgetAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const revision = revisionOf(data);
      const mode = textOf(data, "mode");
      const input = parseInput(ConnectTurnstileInput, {
        siteKey: textOf(data, "siteKey"),
        secretKey: textOf(data, "secretKey").trim() || undefined,
        hostnames: entriesOf(textOf(data, "hostnames")),
        enabled: mode === "required",
      });
      const seenAt = revision === "" ? null : Number(revision);
      const observes = Observation.safeParse(mode).data ?? null;
      await connectTurnstile(ctx, id, input, { seenAt, observes });
      refresh();
      return { message: "Saved. Submit the form once to confirm the widget." };
    },
    async (ctx, id) => String((await getForm(ctx, id)).turnstile?.updatedAt ?? ""),
  );
}

export async function requireWidgetAction(formId: string) {
  return actionOnForm(formId, null, async (ctx, id) => {
    await requireTurnstile(ctx, id);
    refresh();
    return { message: "Verification is required from now on." };
  });
}

export async function disconnectWidgetAction(formId: string) {
  return actionOnForm(formId, null, async (ctx, id) => {
    await disconnectTurnstile(ctx, id);
    refresh();
    return { message: "Widget disconnected. Its secret key was deleted." };
  });
}
