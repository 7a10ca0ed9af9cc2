import { pool } from "../../pool.js";

export const dynamic = "force-dynamic";

export async function GET() {
  const { rows } = await pool.query({
    name: "select",
    text: "SELECT id, name FROM forms LIMIT 25",
  });
  return Response.json({ data: rows });
}
