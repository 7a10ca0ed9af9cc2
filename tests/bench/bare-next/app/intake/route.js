import { randomUUID } from "node:crypto";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

export async function POST(request) {
  const body = await request.json();
  await pool.query({
    name: "insert",
    text: "INSERT INTO bench_messages VALUES ($1, $2, $3)",
    values: [randomUUID(), new Date(), JSON.stringify(body)],
  });
  return Response.json({ ok: true }, { status: 201 });
}
