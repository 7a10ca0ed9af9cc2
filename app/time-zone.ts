import { cookies } from "next/headers";
import { TIME_ZONE_COOKIE } from "#components/ui/cookie";
import { parseTimeZone } from "#lib/core/moment";

/** The viewer’s time zone; undefined until their browser has sent it. */
export async function viewerTimeZone(): Promise<string | undefined> {
  return parseTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value);
}
