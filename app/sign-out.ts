"use server";

import { redirect } from "next/navigation";
import { requireSameOrigin, stopSession } from "#lib/entry/account/current-session";

export async function signOutAction(): Promise<void> {
  await requireSameOrigin();
  await stopSession();
  redirect("/sign-in");
}
