import { generateClient } from "#selfhost/build";
import { openEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { runRotation } from "#selfhost/rotate-secrets";

await runRotation({ generateClient, openEmbeddedDatabase });
