import { readFileSync } from "node:fs";
import { type Account, otherAccount } from "#tests/support/production/folder";

const NOBODY = "65534";

/**
 * The account that the image runs under, or `nobody` on a machine without one of that number: PostgreSQL
 * doesn't run under an account that has no name.
 */
export function namedAccount(user: string): Account {
  const [uid = "", gid = ""] = user.split(":");
  const ids = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":")[2]);
  return ids.includes(uid)
    ? otherAccount(Number(uid), Number(gid))
    : otherAccount(Number(NOBODY), Number(NOBODY));
}
