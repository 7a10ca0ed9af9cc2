import { crc32 } from "node:zlib";
import { BASE62, randomBase62 } from "#lib/core/ids";

const PREFIX = "fis_stg_";
const PATTERN = /^fis_([a-z]{2,12})_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;
/** How much of a token is stored in plain text: enough to tell tokens apart, useless to a thief. */
export const PREFIX_LENGTH = 12;

function checksum(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let i = 0; i < 6; i += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** `fis_stg_`, 40 random base62 characters (238 bits) and their CRC32. */
export function makeTokenSecret(): string {
  const random = randomBase62(40);
  return PREFIX + random + checksum(random);
}

/** Checks a token's format without the database, which rejects most garbage. */
export function inspectTokenSecret(token: string): "valid" | "malformed" | "other_environment" {
  const match = PATTERN.exec(token);
  if (!match?.[2] || checksum(match[2]) !== match[3]) return "malformed";
  return match[1] === "stg" ? "valid" : "other_environment";
}
