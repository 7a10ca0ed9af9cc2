import { headers } from "next/headers";
import type { Caller } from "#lib/accounts/sign-in";
import { clientAddress, limitedAddress } from "#lib/http/client-address";

/** Who calls this action, before there is a session. */
export async function currentCaller(): Promise<Caller> {
  const request = new Request("http://localhost", { headers: await headers() });
  return {
    address: limitedAddress(clientAddress(request)),
    userAgent: request.headers.get("user-agent"),
    now: new Date(),
  };
}
