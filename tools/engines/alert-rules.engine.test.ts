import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const promtool = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync("promtool", words, { encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
};

test("Prometheus takes the alert rules", () => {
  const { status, said } = promtool("check", "rules", "deploy/prometheus/swath.rules.yml");
  expect(said).toContain("rules found");
  expect(status).toBe(0);
});

test("each alert fires when it should, and not before", () => {
  const { status, said } = promtool("test", "rules", "deploy/prometheus/swath.rules.test.yml");
  expect(said).toContain("SUCCESS");
  expect(status).toBe(0);
});
