import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";
import { SYSTEM_BROWSERS } from "#tests/support/setup/browser";

const HIDE = `set -e
for folder in /etc/fonts /usr/share/fontconfig /usr/share/fonts /usr/local/share/fonts \\
  /var/cache/fontconfig "$HOME/.cache/fontconfig" "$HOME/.config/fontconfig" "$HOME/.fonts" \\
  "$HOME/.local/share/fonts"; do
  [ ! -d "$folder" ] || mount -t tmpfs none "$folder"
done
for file in $(which -a ${SYSTEM_BROWSERS.join(" ")}); do
  mount --bind /dev/null "$(readlink -f "$file")"
done
for file in /usr/lib*/libnss*3.so /usr/lib*/*/libnss*3.so /usr/lib*/libnspr4.so /usr/lib*/*/libnspr4.so; do
  [ ! -e "$file" ] || mount --bind /dev/null "$(readlink -f "$file")"
done
exec "$@"
`;

/**
 * Runs a command without the machine's fonts, browsers, and browser libraries: a mount namespace hides
 * them.
 */
function bareCommand(command: readonly string[]): [string, string[]] {
  const hide = ["--mount", "sh", "-c", HIDE, "sh"];
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  if (uid === 0) return ["unshare", [...hide, ...command]];
  // Only root can mount, so the user becomes root in a user namespace, then switches back to its own ID in a
  // nested one.
  const asItself = ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`];
  return ["unshare", ["--map-root-user", ...hide, ...asItself, ...command]];
}

/** The reason this machine can't hide anything; undefined if it can. */
function whyNotBare(): string | undefined {
  const { status, error, stderr } = spawnSync(...bareCommand(["true"]), {
    encoding: "utf8",
  });
  if (status === 0) return undefined;
  return `This machine doesn't let us hide its fonts: ${(error?.message ?? stderr).trim()}`;
}

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
