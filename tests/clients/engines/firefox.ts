import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { type Engine, toJsonCall } from "#tests/clients/engines/visitor";
import { startProgram } from "#tests/clients/support/programs";

const Reply = z.object({
  id: z.int().nullish(),
  result: z.unknown(),
  error: z.string().optional(),
  message: z.string().optional(),
});
const Tree = z.object({ contexts: z.tuple([z.object({ context: z.string() })]) });
const Called = z.object({ result: z.object({ value: z.string() }) });

type Ask = (method: string, params: object) => Promise<unknown>;

/** The address that the browser announces for WebDriver BiDi. */
async function readAddress({ stderr: output }: ChildProcess): Promise<string> {
  if (!output) throw new Error("Firefox has no pipe for its address");
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    lines.push(line);
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    // The rest of its output must not fill the pipe.
    if (address) return output.resume() && address;
  }
  throw new Error(`Firefox didn't start:\n${lines.join("\n")}`);
}

/** Connects to the browser. The returned function sends a command and waits for its result. */
async function connect(address: string): Promise<Ask> {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (reply: z.infer<typeof Reply>) => void>();
  socket.addEventListener("message", ({ data }) => {
    const reply = Reply.parse(JSON.parse(String(data)));
    if (reply.id == null) return;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  await once(socket, "open");
  let lastId = 0;
  return async (method, params) => {
    lastId += 1;
    const id = lastId;
    const replied = new Promise<z.infer<typeof Reply>>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await replied;
    if (error) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  };
}

/** Starts the machine's Firefox with an empty profile and without a window. */
export async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), "form-intake-firefox-"));
  const child = await startProgram(
    "firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile } },
  );
  const ended = once(child, "exit");
  const ask = await connect(await readAddress(child));
  await ask("session.new", { capabilities: {} });
  const { contexts } = Tree.parse(await ask("browsingContext.getTree", {}));
  const { context } = contexts[0];
  return {
    open: async (url) => {
      await ask("browsingContext.navigate", { context, url, wait: "complete" });
    },
    call: async (source, argument) => {
      const functionDeclaration = toJsonCall(source, argument);
      const target = { context };
      const params = { functionDeclaration, target, awaitPromise: false };
      return JSON.parse(Called.parse(await ask("script.callFunction", params)).result.value);
    },
    perform: async (actions) => {
      await ask("input.performActions", { context, actions });
    },
    close: async () => {
      await ask("browser.close", {});
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}
