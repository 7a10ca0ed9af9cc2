/** One line of Prometheus' text format. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

const LINE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/i;

/** Parses Prometheus' text format strictly: every sample needs a HELP and a TYPE before it. */
export function parseMetrics(text: string): Sample[] {
  const typed = new Set<string>();
  return text.split("\n").flatMap((line) => {
    const type = /^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/.exec(line)?.[1];
    if (type) typed.add(type);
    if (line === "" || line.startsWith("#")) return [];
    const [, name = "", labels = "", number] = LINE.exec(line) ?? [];
    const family = name.replace(/_(?:bucket|sum|count)$/, "");
    const value = number === "+Inf" ? Number.POSITIVE_INFINITY : Number(number);
    if (Number.isNaN(value) && number !== "Nan") throw new Error(`not a sample: ${line}`);
    if (!typed.has(family) && !typed.has(name)) throw new Error(`no TYPE for ${name}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    return { name, value, labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])) };
  });
}
