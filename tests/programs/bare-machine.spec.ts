import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";
import { bareCommand, whyNotBare } from "#tests/support/setup/bare-machine";

const run = promisify(execFile);
const PAGE = [process.execPath, join(ROOT, "tests/support/setup/bare-page.ts")] as const;

const Drawn = z.object({
  env: z.record(z.string(), z.string()),
  isBlank: z.boolean(),
  fonts: z.array(
    z.object({
      family: z.string(),
      widths: z.tuple([z.number(), z.number()]),
      missing: z.array(z.string()),
      look: z.string(),
    }),
  ),
});

/** The picture that the packaged browser draws while the machine's own files are hidden. */
async function drawOnBareMachine() {
  const problem = whyNotBare();
  // Without a namespace the machine's fonts stay visible, but the browser still uses its own.
  if (problem) console.warn(`${problem}\nThe browser is tried with the machine's fonts in place.`);
  const [program, args] = problem ? [PAGE[0], [PAGE[1]]] : bareCommand(PAGE);
  const env = problem ? { ...process.env, PATH: "" } : process.env;
  const { stdout } = await run(program, args, { cwd: ROOT, env, maxBuffer: 2 ** 24 });
  return { ...Drawn.parse(JSON.parse(stdout)), isHidden: !problem };
}

test("on a bare machine, the packaged browser brings its libraries, and draws text and symbols", async () => {
  const { env, isBlank, fonts, isHidden } = await drawOnBareMachine();
  if (isHidden) expect(env.LD_LIBRARY_PATH).toContain("al2023");
  expect(isBlank).toBe(false);
  expect(fonts.map(({ family }) => family)).toEqual(["sans-serif", "serif", "monospace"]);
  for (const { family, widths, missing } of fonts) {
    expect(missing, `${family} shows these as boxes`).toEqual([]);
    if (family === "monospace") expect(widths[0]).toBe(widths[1]);
    else expect(widths[0]).toBeLessThan(widths[1] / 2);
  }
  expect(new Set(fonts.map(({ look }) => look)).size, "families that look different").toBe(3);
});
