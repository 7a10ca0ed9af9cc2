import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";

/** The baseline: the minimum that a form backend does, one INSERT per submission. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = Fastify();
app.post("/intake", async (request, reply) => {
  await pool.query({
    name: "insert",
    text: "INSERT INTO bench_messages VALUES ($1, $2, $3)",
    values: [randomUUID(), new Date(), JSON.stringify(request.body)],
  });
  return reply.code(201).send({ ok: true });
});
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
