import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "../platform/metrics/metrics.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import { PoolRegister } from "../platform/postgres/pool-register.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { readConfig } from "./config/read-config.ts";
import { watchSystem } from "./watch-system.ts";

const read = (path: string): string => readFileSync(path, "utf8");
const RULES = read("deploy/prometheus/swath.rules.yml");
const DASHBOARD = read("deploy/grafana/swath.json");
const MEND = read("docs/operations/mend.md");

/** Of Prometheus itself. */
const NOT_OURS = new Set(["up"]);
const NAME = /\b(?:swath|http|nodejs|process)_[a-z0-9_]+/g;

/** Every series that a process may answer, by name. */
async function seriesOf(): Promise<ReadonlySet<string>> {
  const metrics = createMetrics();
  // Nothing is asked of them until figures are read.
  const pools = new PoolRegister();
  watchSystem(readConfig({}), { db: {} as Db, store: {} as ObjectStore, metrics, pools });
  const all = metrics.registry.getMetricsAsArray();
  return new Set(
    all.flatMap(({ name }) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`]),
  );
}

/** The expressions of the rules, and of the dashboard's panels. */
const expressions = (): string[] => [
  ...[...RULES.matchAll(/^ +expr: (.+)$/gm)].map(([, text = ""]) => text),
  ...[...DASHBOARD.matchAll(/"expr": (".+")/g)].map(([, text = ""]) => text),
];

test("every series that an alert or a panel asks for exists", async () => {
  const known = await seriesOf();
  const asked = expressions().flatMap((text) => text.match(NAME) ?? []);
  expect(asked.length).toBeGreaterThan(30);
  expect([...new Set(asked)].filter((name) => !known.has(name) && !NOT_OURS.has(name))).toEqual([]);
});

test("every alert says what to do, in a section of its own", () => {
  const alerts = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(alerts.length).toBeGreaterThan(15);
  for (const name of alerts) {
    expect(MEND).toContain(`\n## ${name}\n`);
    expect(RULES).toContain(`runbook: docs/operations/mend.md#${name.toLowerCase()}`);
  }
  const sections = [...MEND.matchAll(/^## (\w+)$/gm)].map(([, name = ""]) => name);
  expect(sections.toSorted()).toEqual(alerts.toSorted());
});
