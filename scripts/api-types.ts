import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installPackages } from "#scripts/install-packages";
import { generateClient } from "#server/start/build";
import { ROOT } from "#server/start/checkout";

await generateClient(console.log);
// Imported late: the endpoints import the generated client.
const { CLIENT, makeClientTypes, makeDocument } = await import("#scripts/openapi-files");
await installPackages(CLIENT);
for (const { path, text } of [makeDocument(), await makeClientTypes()]) {
  await writeFile(join(ROOT, path), text);
  console.log(`Wrote ${path}`);
}
