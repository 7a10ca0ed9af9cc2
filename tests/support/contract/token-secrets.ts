import { crc32 } from "node:zlib";
import { BASE62, randomBase62 } from "#lib/core/ids";

/** CRC32 as six base62 characters, implemented independently of the service's code. */
export function checksumOf(text: string): string {
  const digits = [0, 1, 2, 3, 4, 5].map(
    (power) => BASE62[Math.floor(crc32(text) / 62 ** power) % 62],
  );
  return digits.reverse().join("");
}

/** A well-formed token with a valid checksum and another environment's prefix. */
export function otherEnvironmentSecret(environment: string): string {
  const random = randomBase62(40);
  return `fis_${environment}_${random}${checksumOf(random)}`;
}
