import { buildApp, generateClient } from "#selfhost/build";

/** The tests of the running service share one build. */
export default async function setup(): Promise<void> {
  await generateClient(console.log);
  await buildApp(console.log);
}
