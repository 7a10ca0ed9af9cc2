import { serve } from "#scripts/serve";

await serve("production");
