"use server";

import { refresh } from "next/cache";
import { numberOf, revisionOf, textOf, textsOf } from "#components/form/server-action.ts";
import { fromWallTime, parseTimeZone, toWallTime } from "#lib/core/dates";
import { getForm, getFormOptions } from "#lib/domain/forms/forms";
import { getOptions, saveOptions } from "#lib/domain/forms/options/form-options";
import { type Options, SaveOptionsInput } from "#lib/domain/forms/options/options-schema";
import { serializeBase } from "#lib/domain/forms/rules";
import { SaveFormInput } from "#lib/domain/forms/schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, parseJsonOrNull } from "../../form-action";

function typedSettings(data: FormData): unknown {
  const isKeptForever = textOf(data, "messageRetentionDays").trim() === "";
  return {
    name: textOf(data, "name"),
    uploadTypes: textsOf(data, "uploadTypes"),
    settings: {
      redirectUrl: textOf(data, "redirectUrl").trim(),
      messageRetentionDays: isKeptForever ? null : numberOf(data, "messageRetentionDays"),
      uploads: {
        enabled: data.has("uploadsEnabled"),
        retentionDays: numberOf(data, "uploadsRetentionDays"),
      },
    },
  };
}

export async function updateFormAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const seen = parseInput(SaveFormInput, parseJsonOrNull(revisionOf(data)));
      const input = parseInput(SaveFormInput, typedSettings(data));
      await updateForm(ctx, id, input, seen);
      refresh();
      return { message: "Saved." };
    },
    async (ctx, id) => {
      const { uploadTypes } = await getFormOptions(ctx, id);
      return serializeBase(await getForm(ctx, id), { uploadTypes });
    },
  );
}

/** Returns the typed time, or the saved one if the typed minute is still the same. */
function momentOf(data: FormData, name: "opensAt" | "closesAt", saved: Options): unknown {
  const text = textOf(data, name).trim();
  if (text === "") return null;
  const timeZone = parseTimeZone(textOf(data, "timeZone") || undefined);
  const at = saved[name];
  return at !== null && toWallTime(at, timeZone) === text ? at : fromWallTime(text, timeZone);
}

export async function saveOptionsAction(formId: string, _: unknown, data: FormData) {
  return actionOnForm(
    formId,
    data,
    async (ctx, id) => {
      const saved = await getOptions(ctx, id);
      const hasMaximum = textOf(data, "maxSubmissions").trim() !== "";
      const input = parseInput(SaveOptionsInput, {
        ...saved,
        revision: revisionOf(data) || null,
        opensAt: momentOf(data, "opensAt", saved),
        closesAt: momentOf(data, "closesAt", saved),
        maxSubmissions: hasMaximum ? numberOf(data, "maxSubmissions") : null,
        closedText: textOf(data, "closedText").trim() || null,
        keepContext: data.has("keepContext"),
        scriptAnswer: textOf(data, "scriptAnswer"),
      });
      await saveOptions(ctx, id, input);
      refresh();
      return { message: "Saved." };
    },
    async (ctx, id) => (await getOptions(ctx, id)).revision ?? "",
  );
}
