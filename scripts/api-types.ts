import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateClient } from "#selfhost/build";
import { ROOT } from "#selfhost/checkout";

await generateClient(console.log);
// Only now: the document is made of the endpoints, and those import the generated client.
const { makeOpenApiFiles } = await import("#scripts/openapi-files");
for (const { path, text } of await makeOpenApiFiles()) {
  await writeFile(join(ROOT, path), text);
  console.log(`Wrote ${path}`);
}
