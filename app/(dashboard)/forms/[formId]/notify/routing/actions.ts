"use server";

import { authenticatedAction, checkedId } from "#components/form/server-action.ts";
import { previewNotification } from "#lib/domain/emails/plan-notification";
import { getRouting, saveRouting } from "#lib/domain/forms/routing/routing";
import {
  PreviewRoutingInput,
  ReplayRoutingInput,
  SaveRoutingInput,
} from "#lib/domain/forms/routing/schema";
import { replayRouting } from "#lib/domain/submissions/replay-routing";
import { getSubmission } from "#lib/domain/submissions/store";
import { parseInput } from "#lib/entry/http/parse";
import { actionOnForm, saveRevised } from "../../../form-action";

const ROUTING = { schema: SaveRoutingInput, save: saveRouting, read: getRouting };

export async function saveRoutingAction(formId: string, input: unknown) {
  return saveRevised(formId, input, ROUTING);
}

export async function previewRoutingAction(formId: string, input: unknown) {
  return actionOnForm(formId, null, async (ctx, id) =>
    previewNotification(ctx, id, parseInput(PreviewRoutingInput, input)),
  );
}

export async function replayRoutingAction(formId: string, input: unknown) {
  return actionOnForm(formId, null, async (ctx, id) =>
    replayRouting(ctx, id, parseInput(ReplayRoutingInput, input)),
  );
}

export async function readSampleAction(submissionId: string) {
  return authenticatedAction(null, async (ctx) =>
    Object.entries((await getSubmission(ctx, checkedId(submissionId))).fields),
  );
}
