import { redirect } from "next/navigation";
import { getOnboarding } from "#lib/accounts/get-onboarding";
import { countOpenSteps } from "./onboarding-steps";
import { pageSession } from "./page-session";

/** Leads to onboarding until it’s finished, then to the inbox. */
export default async function StartPage() {
  const { ctx } = await pageSession();
  redirect(countOpenSteps(await getOnboarding(ctx)) > 0 ? "/welcome" : "/inbox");
}
