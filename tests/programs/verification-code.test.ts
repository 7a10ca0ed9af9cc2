import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestEvent } from "#lib/domain/endpoints/events";
import { makeSigningSecret, signEvent } from "#lib/domain/endpoints/signature";
import {
  VERIFICATION_CODE,
  type VerificationLanguage,
} from "#lib/domain/endpoints/verification-code";
import { findFreePort, isPortFree } from "#server/start/free-port";

const START_LIMIT_MS = 110_000;

type Language = {
  language: VerificationLanguage;
  program: string;
  arguments: (file: string, port: number) => string[];
};

const LANGUAGES: readonly Language[] = [
  { language: "node", program: process.execPath, arguments: (file) => [file] },
  { language: "python", program: "python3", arguments: (file) => [file] },
  {
    language: "php",
    program: "php",
    arguments: (file, port) => ["-S", `127.0.0.1:${port}`, file],
  },
  { language: "go", program: "go", arguments: (file) => ["run", file] },
];

const secret = makeSigningSecret();
// Multibyte characters, because the signature covers bytes.
const eventOf = (id: string) =>
  makeTestEvent(id, "01a00000-0000-7000-8000-000000000000", new Date()).replace(
    "No one",
    "Nö one 🎉",
  );

/** Starts the code as documented and waits until it accepts connections. */
async function startCode({ language, program, arguments: toArguments }: Language) {
  const { file, code } = VERIFICATION_CODE[language];
  const folder = await mkdtemp(join(tmpdir(), "form-intake-receiver-"));
  const path = join(folder, file);
  await writeFile(path, code);
  const port = await findFreePort();
  const child = spawn(program, toArguments(path, port), {
    cwd: folder,
    // A separate process group, so that children of `go run` are ended too.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(port),
      WEBHOOK_SECRET: secret,
      GOCACHE: join(folder, "go"),
    },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
  const limit = Date.now() + START_LIMIT_MS;
  while (await isPortFree(port, "127.0.0.1")) {
    if (child.exitCode !== null || Date.now() > limit)
      throw new Error(`the ${language} receiver did not start:\n${output.join("")}`);
    await pause(50);
  }
  return { url: `http://127.0.0.1:${port}/hook`, output, stop: () => end(child, folder) };
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.pid !== undefined) {
    process.kill(-child.pid, "SIGTERM");
    await once(child, "exit");
  }
  await rm(folder, { recursive: true, force: true });
}

for (const one of LANGUAGES) {
  const title = `the ${one.language} receiver`;
  describe(title, () => {
    let receiver: Awaited<ReturnType<typeof startCode>>;
    beforeAll(async () => {
      receiver = await startCode(one);
    }, START_LIMIT_MS + 10_000);
    afterAll(() => receiver.stop());

    const post = async (body: string, headers: Record<string, string>) =>
      (await fetch(receiver.url, { method: "POST", body, headers })).status;
    const send = (id: string, key = secret, at = new Date(), body = eventOf(id)) =>
      post(body, { ...signEvent(key, id, body, at) });

    test("accepts a correctly signed event twice but processes it once", async () => {
      expect([await send("evt-1"), await send("evt-1")]).toEqual([204, 204]);
      const processed = () => receiver.output.join("").split("webhook.test").length - 1;
      // PHP keeps no state between requests, so it doesn't recognize duplicates.
      await expect.poll(processed).toBe(one.language === "php" ? 2 : 1);
    });

    test("rejects an event with a wrong secret, body, or ID, or without a signature", async () => {
      const body = eventOf("evt-2");
      const signed = { ...signEvent(secret, "evt-2", body, new Date()) };
      expect(await send("evt-2", makeSigningSecret())).toBe(401);
      expect(await post(body.replace("🎉", "🎈"), signed)).toBe(401);
      expect(await post(body, { ...signed, "webhook-id": "evt-3" })).toBe(401);
      expect(await post(body, { "content-type": "application/json" })).toBe(401);
      for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"])
        expect(await post(body, { ...signed, [name]: "" }), name).toBe(401);
      expect(await post(body, signed)).toBe(204);
    });

    test("rejects an event with a timestamp too far in the past or future", async () => {
      const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
      expect(await send("evt-4", secret, minutesFromNow(-10))).toBe(401);
      expect(await send("evt-4", secret, minutesFromNow(10))).toBe(401);
      expect(await send("evt-4", secret, minutesFromNow(-4))).toBe(204);
    });

    test("accepts one valid signature of several, as during secret rotation", async () => {
      const body = eventOf("evt-5");
      const signed = { ...signEvent(secret, "evt-5", body, new Date()) };
      const other = signEvent(makeSigningSecret(), "evt-5", body, new Date())["webhook-signature"];
      const both = `${other} ${signed["webhook-signature"]}`;
      expect(await post(body, { ...signed, "webhook-signature": both })).toBe(204);
    });
  });
}
