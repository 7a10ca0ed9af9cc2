import { spawnSync } from "node:child_process";
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
export function bareCommand(command: readonly string[]): [string, string[]] {
  const hide = ["--mount", "sh", "-c", HIDE, "sh"];
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  if (uid === 0) return ["unshare", [...hide, ...command]];
  // Only root can mount: the user becomes root in a user namespace, and itself again in a nested one.
  const asItself = ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`];
  return ["unshare", ["--map-root-user", ...hide, ...asItself, ...command]];
}

/** The reason this machine can't hide anything; undefined if it can. */
export function whyNotBare(): string | undefined {
  const { status, error, stderr } = spawnSync(...bareCommand(["true"]), {
    encoding: "utf8",
  });
  if (status === 0) return undefined;
  return `This machine doesn't let us hide its fonts: ${(error?.message ?? stderr).trim()}`;
}
