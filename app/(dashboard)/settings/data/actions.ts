"use server";

import { refresh } from "next/cache";
import { answerForm, textOf } from "#components/form/answer-form";
import type { FormState } from "#components/form/form-state";
import { parseInput } from "#lib/http/parse";
import { requireActionContext } from "#lib/session/current-session";
import { erasePerson } from "#lib/submissions/erase-person";
import { findPerson } from "#lib/submissions/find-person";
import {
  type ErasureReceipt,
  type PersonFindings,
  PersonInput,
} from "#lib/submissions/inbox-schema";

export type Found = PersonFindings & { email: string };
export type Receipt = ErasureReceipt & { email: string };

/** By an action and not by an address: whom an owner looks for is nothing for histories and logs. */
export async function findPersonAction(
  data: FormData,
): Promise<{ state: FormState; found: Found | null }> {
  let found: Found | null = null;
  const state = await answerForm(data, async () => {
    const ctx = await requireActionContext();
    const input = parseInput(PersonInput, { email: textOf(data, "email") });
    found = { ...input, ...(await findPerson(ctx, input)) };
    return {};
  });
  return { state, found };
}

export async function erasePersonAction(
  email: string,
): Promise<{ state: FormState; receipt: Receipt | null }> {
  let receipt: Receipt | null = null;
  const state = await answerForm(null, async () => {
    const ctx = await requireActionContext();
    const input = parseInput(PersonInput, { email });
    receipt = { ...input, ...(await erasePerson(ctx, input)) };
    refresh();
    return { message: "Erased." };
  });
  return { state, receipt };
}
