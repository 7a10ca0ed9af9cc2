import { randomUUID } from "node:crypto";
import { pool } from "../../pool.js";

export async function POST(request) {
  const body = await request.json();
  await pool.query({
    name: "insert",
    text: "INSERT INTO bench_messages VALUES ($1, $2, $3)",
    values: [randomUUID(), new Date(), JSON.stringify(body)],
  });
  return Response.json({ ok: true }, { status: 201 });
}
