import { generateClient } from "#scripts/generate-client";

await generateClient(console.log);
