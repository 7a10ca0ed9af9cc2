import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "#server/start/free-port";
import {
  type Certificate,
  createAuthority,
  createCertificate,
} from "#tests/support/twins/certificates";
import { startSiteverifyTwin } from "#tests/support/twins/siteverify-twin";

/** A webhook receiver's hostname, port, and certificate. */
export type ReceiverPlace = { hostname: string; port: number; certificate: Certificate };

/**
 * The external services of a service under test: Cloudflare's siteverify, and ports for webhook
 * receivers with a certificate authority that the service trusts. The ports have no listeners yet.
 */
export async function prepareOutside(receiverCount: number): Promise<{
  env: Record<string, string>;
  places: ReceiverPlace[];
  stop: () => Promise<void>;
}> {
  const siteverify = await startSiteverifyTwin();
  const authority = await createAuthority();
  const folder = await mkdtemp(join(tmpdir(), "form-intake-outside-"));
  const authorityFile = join(folder, "authority.pem");
  await writeFile(authorityFile, authority.cert);
  const places: ReceiverPlace[] = [];
  for (let index = 0; index < receiverCount; index += 1) {
    const hostname = `hooks-${index}.example.com`;
    const certificate = await createCertificate([hostname], { authority });
    places.push({ hostname, port: await findFreePort(), certificate });
  }
  return {
    env: {
      NODE_EXTRA_CA_CERTS: authorityFile,
      TURNSTILE_VERIFY_URL: siteverify.url,
      OUTBOUND_CONNECT_TO: places
        .map(({ hostname, port }) => `${hostname}:443:127.0.0.1:${port}`)
        .join(","),
    },
    places,
    stop: async () => {
      await siteverify.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
