import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { z } from "zod";
import { findFreePort } from "#server/start/free-port";
import { type Engine, toJsonCall } from "#tests/clients/engines/visitor";
import { endProgram, startProgram } from "#tests/clients/support/programs";
import { eventually } from "#tests/support/factories/service-requests";

const Reply = z.object({ value: z.unknown() });
const Session = z.object({ sessionId: z.string() });

/** Starts a display that no one sees. @returns its name and its process */
async function startDisplay(): Promise<{ name: string; child: ChildProcess }> {
  // It selects a free number and writes it to the third descriptor.
  const options = ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
  const child = await startProgram("Xvfb", options, {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const numbers = child.stdio[3];
  if (!(numbers instanceof Readable)) throw new Error("Xvfb has no pipe for its display's number");
  for await (const number of createInterface({ input: numbers }))
    return { name: `:${number}`, child };
  throw new Error("Xvfb didn't start");
}

async function send(url: string, method: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { value } = Reply.parse(await response.json());
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}

/** Starts WebKitGTK's own small browser on a display of its own. */
export async function startWebKit(): Promise<Engine> {
  const display = await startDisplay();
  const port = await findFreePort();
  const driver = await startProgram("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1" },
  });
  const service = `http://127.0.0.1:${port}`;
  await eventually("WebKitWebDriver", () =>
    fetch(`${service}/status`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );
  const { sessionId } = Session.parse(
    await send(`${service}/session`, "POST", { capabilities: {} }),
  );
  const session = `${service}/session/${sessionId}`;
  return {
    open: async (url) => {
      await send(`${session}/url`, "POST", { url });
    },
    call: async (source, argument) => {
      const script = `return (${toJsonCall(source, argument)})();`;
      return JSON.parse(
        z.string().parse(await send(`${session}/execute/sync`, "POST", { script, args: [] })),
      );
    },
    perform: async (actions) => {
      await send(`${session}/actions`, "POST", { actions });
    },
    close: async () => {
      await send(session, "DELETE");
      await endProgram(driver);
      await endProgram(display.child);
    },
  };
}
