import { runCommand } from "#server/commands/command";
import { buildApp, generateClient } from "#server/start/build";

await runCommand("Cannot build", async () => {
  await generateClient(console.log);
  await buildApp(console.log);
  console.log("The build is up to date.");
});
