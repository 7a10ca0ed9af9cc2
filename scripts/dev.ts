import { serve } from "#scripts/serve";

await serve("development");
