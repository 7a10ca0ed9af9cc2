import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeSigningSecret, signEvent } from "../../../lib/domain/endpoints/signature";
import { ROOT } from "../../../server/start/checkout";
import {
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "../../../tests/support/factories/factories";

const run = promisify(execFile);
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Packs the client like for publishing, and installs it in a new folder outside of the project, with the runtimes that
 * it supports.
 */
export async function makeCleanFolder() {
  const folder = await mkdtemp(join(tmpdir(), "form-intake-clean-"));
  await cp(join(ROOT, "packages/js/tests/folder"), folder, { recursive: true });
  await run("npm", ["ci", ...QUIET], { cwd: folder });
  const pack = ["pack", "--loglevel=error", "--pack-destination", folder];
  await run("npm", pack, { cwd: join(ROOT, "packages/js") });
  const [archive = ""] = globSync("form-intake-*.tgz", { cwd: folder });
  await run("npm", ["install", ...QUIET, join(folder, archive)], { cwd: folder });
  return {
    folder,
    /** Runs a program in the folder, and returns its output. */
    run: async (program: string, args: readonly string[], env: Record<string, string> = {}) => {
      const options = { cwd: folder, env: { ...process.env, ...env } };
      return (await run(program, args, options)).stdout;
    },
    /** A program of the installed packages, wherever this platform has it. */
    program(pattern: string): string {
      const [path] = globSync(pattern, { cwd: join(folder, "node_modules") });
      if (!path) throw new Error(`the registry has no ${pattern} for this platform`);
      return join(folder, "node_modules", path);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A signed test event, as the service sends it. */
export function signedEvent() {
  const secret = makeSigningSecret();
  const data = { formId: "01a00000-0000-7000-8000-000000000001", message: "Zoë says hi" };
  const body = JSON.stringify({ id: "event-1", type: "webhook.test", data });
  return { body, headers: { ...signEvent(secret, "event-1", body, new Date()) }, secret };
}

/** A workspace with a token and a recipient. */
export async function setUp() {
  const workspace = await createWorkspace();
  const { token } = await createToken(workspace);
  const { id: recipientId } = await createVerifiedRecipient(workspace);
  return { workspace, token, recipientId };
}
