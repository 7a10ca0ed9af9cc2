import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";

type Instruction = { name: string; value: string };
type Stage = { image: string; instructions: Instruction[] };

/** The stages of a Dockerfile in order, with the options of its instructions left out. */
export function readStages(file: string): Stage[] {
  const text = readFileSync(join(ROOT, file), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "");
  const stages: Stage[] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const [, name = "", value = ""] = /^([A-Z]+)((?: .*)?)$/.exec(line) ?? [];
    const bare = value.replace(/^(?: --\S+=\S+)+/, "").trim();
    if (name === "FROM") stages.push({ image: bare.split(" ")[0] ?? "", instructions: [] });
    else stages.at(-1)?.instructions.push({ name, value: bare });
  }
  return stages;
}

/** The stages of the Dockerfile: the build, the service alone, and the service with PostgreSQL. */
export function readDockerfile(): { build: Stage; image: Stage; complete: Stage } {
  const [build, image, complete] = readStages("Dockerfile");
  if (!build || !image || !complete) throw new Error("the Dockerfile doesn't have three stages");
  return { build, image, complete };
}

/** The argument of a stage's instruction, the last one where it's repeated. */
export function argumentOf(stage: Stage, name: string): string {
  const found = stage.instructions.findLast((one) => one.name === name);
  if (!found) throw new Error(`the Dockerfile has no ${name}`);
  return found.value;
}

/** The command of an instruction in its JSON form. */
export function commandOf(stage: Stage, name: string): string[] {
  const json = argumentOf(stage, name).replace(/^CMD /, "");
  return z.array(z.string()).parse(JSON.parse(json));
}

/** The environment of a stage. */
export function environmentOf(stage: Stage): Record<string, string> {
  const lines = stage.instructions.filter(({ name }) => name === "ENV");
  const pairs = lines.flatMap(({ value }) => value.split(" ").map((pair) => pair.split("=")));
  return Object.fromEntries(pairs);
}
