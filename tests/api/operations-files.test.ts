import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { measureJob, metrics } from "#lib/core/telemetry/metrics";
import { collectMetrics } from "#lib/entry/operations/collect-metrics";

const FOLDER = new URL("../../docs/operations/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

const Alerts = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^FormIntake/),
          expr: z.string().min(1),
          for: z.string().regex(/^\d+m$/),
          labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
          annotations: z.strictObject({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }),
  ),
});

/** The names of the metrics and of their labels. */
async function readNames(): Promise<Map<string, Set<string>>> {
  metrics().deliveries.inc({ channel: "email", result: "sent" });
  metrics().requests.observe({ route: "/", method: "GET", status: "2xx" }, 0.1);
  metrics().batches.observe(1);
  await measureJob("search", async () => null);
  await expect(measureJob("search", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const { text } = await collectMetrics();
  const names = new Map<string, Set<string>>();
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const known = names.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    names.set(name, known);
  }
  return names;
}

/** Prometheus adds these. */
const ADDED = ["job", "instance"];

test("every metric and label in the alert rules and the dashboard exists, and most metrics are used", async () => {
  const names = await readNames();
  const alerts = Alerts.parse(parse(read("alerts.yaml"))).groups.flatMap(({ rules }) => rules);
  const panels = Dashboard.parse(JSON.parse(read("grafana-dashboard.json"))).panels;
  const expressions = [
    ...alerts.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(20);
  const used = new Set<string>();
  for (const expr of expressions)
    for (const [, name = "", selector = ""] of expr.matchAll(
      /\b((?:form_intake|nodejs|process)_\w+)(?:\{((?:[^{}]|\{\w+\})*)\})?/g,
    )) {
      used.add(name);
      expect([...names.keys()], expr).toContain(name);
      const known = [...(names.get(name) ?? []), ...ADDED];
      for (const [, label] of selector.matchAll(/(\w+)=~?"/g))
        expect(known, `${label} of ${name}`).toContain(label);
    }
  const families = [...names.keys()]
    .filter((name) => name.startsWith("form_intake_"))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ""));
  const isUsed = (family: string) => [...used].some((name) => name.startsWith(family));
  expect([...new Set(families)].filter((family) => !isUsed(family))).toEqual([]);
});

test("no two alerts have the same name", () => {
  const [group] = Alerts.parse(parse(read("alerts.yaml"))).groups;
  const alerts = group?.rules.map(({ alert }) => alert) ?? [];
  expect(new Set(alerts).size).toBe(alerts.length);
});
