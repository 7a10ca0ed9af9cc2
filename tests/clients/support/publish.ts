import { PROGRAMS_FOLDER } from "#tests/clients/support/programs";
import { bundle } from "#tests/e2e/support/bundle";
import type { Website } from "#tests/e2e/support/website";

const REPORT = `globalThis.report = (text) => { document.getElementById("result").textContent = text; };`;

/** Publishes a page that runs a module, which knows `address` and calls `report`. */
export async function publish(
  website: Website,
  { body, address, modules }: { body: string; address: string; modules: Record<string, string> },
): Promise<string> {
  website.publishScript("/client.js", await bundle(modules, PROGRAMS_FOLDER));
  const globals = `<script>${REPORT} globalThis.address = ${JSON.stringify(address)};</script>`;
  const app = '<script type="module" src="/client.js"></script>';
  return website.publish("/contact", `${globals}${body}<p id="result"></p>${app}`);
}
