import { buildApp, generateClient } from "#server/start/build";

/** Builds the app once for all tests of the running service. */
export default async function setup(): Promise<void> {
  await generateClient(console.log);
  await buildApp(console.log);
}
