import { redirect } from "next/navigation";
import { countOpenSteps } from "#lib/domain/accounts/get-onboarding";
import { pageSession } from "./page-session";

/** Redirects to onboarding until it’s finished, then to the inbox. */
export default async function StartPage() {
  const { ctx, isOnboarded } = await pageSession();
  redirect(isOnboarded || (await countOpenSteps(ctx)) === 0 ? "/inbox" : "/welcome");
}
