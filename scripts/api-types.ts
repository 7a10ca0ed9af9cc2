import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateClient } from "#server/start/build";
import { ROOT } from "#server/start/checkout";

await generateClient(console.log);
// Imported late: the endpoints import the generated client.
const { makeOpenApiFiles } = await import("#scripts/openapi-files");
for (const { path, text } of await makeOpenApiFiles()) {
  await writeFile(join(ROOT, path), text);
  console.log(`Wrote ${path}`);
}
