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
import { getSpamFilter, saveSpamFilter } from "#lib/domain/forms/spam/filter";
import { SaveSpamFilterInput } from "#lib/domain/forms/spam/filter-schema";
import { addSender, removeSender } from "#lib/domain/forms/spam/protection";
import type { SenderList } from "#lib/domain/forms/spam/rules";
import { BlockedWordsInput, SenderInput, SenderListInput } from "#lib/domain/forms/spam/schema";
import { ConnectTurnstileInput, Observation } from "#lib/domain/forms/turnstile/schema";
import {
  connectTurnstile,
  disconnectTurnstile,
  requireTurnstile,
} from "#lib/domain/forms/turnstile/turnstile";
import { updateForm } from "#lib/domain/forms/update-form";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, parseJsonOrNull } from "../../../form-action";

/** Reads one entry per line, without empty lines. */
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
      const seen = parseInput(SaveFormInput, parseJsonOrNull(revisionOf(data)));
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

export async function saveFilterAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const input = parseInput(SaveSpamFilterInput, {
        revision: revisionOf(data) || null,
        filter: textOf(data, "filter"),
        challenge: data.has("challenge"),
      });
      await saveSpamFilter(ctx, id, input);
      refresh();
      return { message: "Saved." };
    },
    async (ctx, id) => (await getSpamFilter(ctx, id)).revision ?? "",
  );
}

/** Turns on moving, as the report on watching offers. */
export async function startMovingAction(formId: string) {
  return actionOnForm(formId, null, async (ctx, id) => {
    await saveSpamFilter(ctx, id, { ...(await getSpamFilter(ctx, id)), filter: "move" });
    refresh();
    return { message: "What is judged as spam goes to the spam folder from now on." };
  });
}

const ADDED = { blocked: "Blocked", safe: "Added" } as const;
const REMOVED = { blocked: "Unblocked", safe: "Removed" } as const;

export async function addSenderAction(list: SenderList, _: unknown, data: FormData) {
  return authenticatedAction(data, async (ctx) => {
    const { entry } = parseFields(SenderInput, data);
    const checked = parseInput(SenderListInput, list);
    await addSender(ctx, checked, entry);
    refresh();
    return { message: `${ADDED[checked]} ${entry}.` };
  });
}

export async function removeSenderAction(list: SenderList, given: string) {
  return authenticatedAction(null, async (ctx) => {
    const { entry } = parseInput(SenderInput, { entry: given });
    const checked = parseInput(SenderListInput, list);
    await removeSender(ctx, checked, entry);
    refresh();
    return { message: `${REMOVED[checked]} ${entry}.` };
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
