import { buildApp, generateClient } from "#selfhost/build";
import { reportFailure } from "#selfhost/lifecycle";

try {
  await generateClient(console.log);
  await buildApp(console.log);
  console.log("The build is up to date.");
} catch (error) {
  reportFailure("Cannot build", error);
  process.exitCode = 1;
}
