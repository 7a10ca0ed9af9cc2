import { serve } from "#selfhost/serve";

await serve();
