import { expect, test } from "vitest";
import { addGauges, createMetrics, type GaugeSource } from "./metrics.ts";

const help = "of a test";

test("a figure that cannot be read takes no other with it", async () => {
  const { registry } = createMetrics();
  const lost: GaugeSource = {
    keptMs: 0,
    gauges: { lost: { help }, lost_by_kind: { help, labels: ["kind"] } },
    read: () => Promise.reject(new Error("the database is away")),
  };
  addGauges(registry, lost, () => 0);
  addGauges(
    registry,
    { keptMs: 0, gauges: { known: { help } }, read: async () => ({ known: [{ value: 3 }] }) },
    () => 0,
  );
  const text = await registry.metrics();
  expect(text).toMatch(/^known 3$/m);
  expect(text).toMatch(/^lost Nan$/m);
  expect(text).not.toMatch(/^lost_by_kind\{/m);
  expect(text).toContain("process_resident_memory_bytes");
});

test("a label that is gone is shown no longer", async () => {
  const { registry } = createMetrics();
  let kinds = ["a", "b"];
  const read = async () => ({ jobs: kinds.map((kind) => ({ labels: { kind }, value: 1 })) });
  addGauges(registry, { keptMs: 0, gauges: { jobs: { help, labels: ["kind"] } }, read }, () => 0);
  expect(await registry.metrics()).toContain('jobs{kind="a"} 1');
  kinds = ["b"];
  const text = await registry.metrics();
  expect(text).not.toContain('jobs{kind="a"}');
  expect(text).toContain('jobs{kind="b"} 1');
});

test("gauges of a source are read together, and shared by scrapes that are close", async () => {
  const { registry } = createMetrics();
  let reads = 0;
  let ms = 0;
  const read = async () => {
    reads++;
    return { one: [{ value: 1 }], two: [{ value: 2 }] };
  };
  addGauges(registry, { keptMs: 100, gauges: { one: { help }, two: { help } }, read }, () => ms);
  await registry.metrics();
  ms = 99;
  await registry.metrics();
  expect(reads).toBe(1);
  ms = 100;
  await registry.metrics();
  expect(reads).toBe(2);
});
