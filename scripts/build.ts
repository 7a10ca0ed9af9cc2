import { buildApp, generateClient } from "#selfhost/build";
import { runCommand } from "#selfhost/command";

await runCommand("Cannot build", async () => {
  await generateClient(console.log);
  await buildApp(console.log);
  console.log("The build is up to date.");
});
