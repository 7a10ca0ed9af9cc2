import { redirect } from "next/navigation";
import { getOnboarding } from "#lib/accounts/get-onboarding";
import { countOpenSteps } from "./onboarding-steps";
import { pageSession } from "./page-session";

/** The start: the way in while it is not finished, the inbox from then on. */
export default async function StartPage() {
  const { ctx } = await pageSession();
  redirect(countOpenSteps(await getOnboarding(ctx)) > 0 ? "/welcome" : "/inbox");
}
