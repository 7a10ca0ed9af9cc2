import process from "node:process";
import { journey } from "./journey.ts";

// In Node, Deno, and Bun.
console.log(JSON.stringify(await journey(JSON.parse(process.argv[2] ?? ""))));
