import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "#server/start/checkout";

/** The list of https://github.com/disposable-email-domains/disposable-email-domains, CC0. */
const LIST =
  "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/disposable_email_blocklist.conf";
const FILE = join(ROOT, "lib/domain/spam/disposable-domains.json");
/** Services that forward to people's own mailboxes. Their addresses are private, not disposable. */
const RELAYS = new Set([
  "privaterelay.appleid.com",
  "icloud.com",
  "mozmail.com",
  "duck.com",
  "simplelogin.com",
  "addy.io",
  "passmail.net",
]);

const response = await fetch(process.argv[2] ?? LIST);
if (!response.ok) throw new Error(`the list responded with ${response.status}`);
const domains = (await response.text())
  .split("\n")
  .map((line) => line.trim().toLowerCase())
  .filter((line) => line !== "" && !line.startsWith("#") && !RELAYS.has(line));
await writeFile(FILE, `${JSON.stringify([...new Set(domains)].sort(), null, 1)}\n`);
console.log(`Wrote ${domains.length} domains`);
