import pg from "pg";
import { inject } from "vitest";

const serverUrl = inject("serverUrl");
const name = `test_${process.env.VITEST_POOL_ID ?? 1}`;

const server = new pg.Client({ connectionString: serverUrl });
await server.connect();
await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
await server.query(`CREATE DATABASE ${name} TEMPLATE template`);
await server.end();

const url = new URL(serverUrl);
url.pathname = `/${name}`;
process.env.DATABASE_URL = url.href;
