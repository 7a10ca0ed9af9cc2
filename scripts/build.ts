import { buildApp } from "#scripts/build-app";
import { generateClient } from "#scripts/generate-client";
import { reportFailure } from "#scripts/lifecycle";

try {
  await generateClient(console.log);
  await buildApp(console.log);
  console.log("The build is up to date.");
} catch (error) {
  reportFailure("Cannot build", error);
  process.exitCode = 1;
}
