import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { installPackages } from "#scripts/install-packages";
import { ROOT } from "#server/start/checkout";
import { findFreePort } from "#server/start/free-port";
import { startProgram } from "#tests/clients/support/programs";

const FOLDER = join(ROOT, "tests/clients/inspector");
const PROGRAM = join(
  FOLDER,
  "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

/** A run of the official MCP Inspector in a terminal, with a home folder of its own. */
export async function runInspector(parameters: readonly string[]) {
  await installPackages(FOLDER);
  const home = await mkdtemp(join(tmpdir(), "mcp-inspector-"));
  const callback = `http://127.0.0.1:${await findFreePort()}/oauth/callback`;
  const child = await startProgram(
    process.execPath,
    [PROGRAM, "--cli", ...parameters, "--callback-url", callback],
    {
      env: { ...process.env, PATH: "", HOME: home, MCP_AUTO_OPEN_ENABLED: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  if (!child.stdout || !child.stderr) throw new Error("the inspector's output isn't piped");
  const { stderr } = child;
  const ended = text(child.stdout);
  let said = "";
  /** The page that it asks the person to open. */
  const page = new Promise<string>((resolve, reject) => {
    stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const [, url] = /(https?:\/\/\S+\/connect\?\S+)/.exec(said) ?? [];
      if (url) resolve(url);
    });
    child.once("exit", () => reject(new Error(`the inspector ended: ${said}`)));
  });
  return { page, output: ended, stop: () => rm(home, { recursive: true, force: true }) };
}
