"use server";

import { refresh } from "next/cache";
import type { ActionResult } from "#components/form/action-result";
import { memberAction, parseFields } from "#components/form/server-action";
import { parseInput } from "#lib/http/parse";
import { erasePerson } from "#lib/submissions/erase-person";
import { findPerson } from "#lib/submissions/find-person";
import {
  type ErasureReceipt,
  type PersonFindings,
  PersonInput,
} from "#lib/submissions/inbox-schema";

export type Found = PersonFindings & { email: string };
export type Receipt = ErasureReceipt & { email: string };

/** An action and not a query string, so that the address stays out of histories and logs. */
export async function findPersonAction(data: FormData): Promise<ActionResult<Found>> {
  return memberAction(data, async (ctx) => {
    const input = parseFields(PersonInput, data);
    return { ...input, ...(await findPerson(ctx, input)) };
  });
}

export async function erasePersonAction(email: string): Promise<ActionResult<Receipt>> {
  return memberAction(null, async (ctx) => {
    const input = parseInput(PersonInput, { email });
    const receipt = { ...input, ...(await erasePerson(ctx, input)) };
    refresh();
    return receipt;
  });
}
