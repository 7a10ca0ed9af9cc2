import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReceiverReport } from "#lab/bench/slow-receiver";
import { createAuthority, createCertificate } from "#tests/support/twins/certificates";
import { RECEIVER_HOST } from "#tests/support/twins/receiver";

/** Starts an HTTPS endpoint in a process of its own, which takes `delayMs` for each event. */
export async function startReceiver(dataDir: string, delayMs: number) {
  const authority = await createAuthority();
  const certificateFile = join(dataDir, "certificate.json");
  const authorityFile = join(dataDir, "authority.pem");
  const certificate = await createCertificate([RECEIVER_HOST], { authority });
  writeFileSync(certificateFile, JSON.stringify(certificate));
  writeFileSync(authorityFile, authority.cert);
  const script = fileURLToPath(new URL("slow-receiver.ts", import.meta.url));
  const receiver = fork(script, [certificateFile, String(delayMs)]);
  const [{ port }] = (await once(receiver, "message")) as [{ port: number }];
  return {
    url: `https://${RECEIVER_HOST}/hook`,
    /** Settings with which a service reaches it. */
    env: {
      NODE_EXTRA_CA_CERTS: authorityFile,
      OUTBOUND_CONNECT_TO: `${RECEIVER_HOST}:443:127.0.0.1:${port}`,
    },
    /** The requests it received since the last call. */
    report: async (): Promise<ReceiverReport> => {
      receiver.send("report");
      const [report] = (await once(receiver, "message")) as [ReceiverReport];
      return report;
    },
    stop: () => receiver.disconnect(),
  };
}
