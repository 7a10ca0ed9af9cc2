import { runRotation } from "#selfhost/rotate-secrets";

await runRotation();
