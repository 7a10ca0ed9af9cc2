import { generateClient } from "#selfhost/build";

await generateClient(console.log);
