import { serve } from "#selfhost/serve";

await serve(process.argv[2] === "development" ? "development" : "production");
