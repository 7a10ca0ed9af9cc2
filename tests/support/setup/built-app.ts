import { buildApp } from "#scripts/build-app";
import { generateClient } from "#scripts/generate-client";

/** The tests of the running service share one build. */
export default async function setup(): Promise<void> {
  await generateClient(console.log);
  await buildApp(console.log);
}
