import { expect, test } from "vitest";
import { describeSandbox, findSandbox } from "./find-sandbox.ts";
import type { SandboxWay } from "./sandbox-command.ts";

const found = (isRoot: boolean, works: readonly SandboxWay[], platform = "linux") =>
  findSandbox({
    platform,
    isRoot,
    fails: (way) => (works.includes(way) ? undefined : "is not allowed"),
  });

test.each([
  ["bubblewrap, where it works", false, ["bubblewrap", "unshare"], { way: "bubblewrap" }],
  ["unshare, where bubblewrap does not", false, ["unshare"], { way: "unshare" }],
  [
    "an account of its own, where root may give one",
    true,
    ["bubblewrap", "account"],
    { way: "account" },
  ],
  [
    "none, with the reasons",
    false,
    [],
    { lacks: "bwrap: is not allowed; unshare: is not allowed" },
  ],
  [
    "none for root, who is above a limit of processes",
    true,
    ["bubblewrap"],
    { lacks: "unshare: is not allowed" },
  ],
] as const)("a machine's sandbox is %s", (_, isRoot, works, expected) => {
  expect(found(isRoot, works)).toEqual(expected);
});

test("on other systems than Linux nothing is tried", () => {
  expect(found(false, ["unshare"], "darwin")).toEqual({ lacks: "there is none for darwin" });
});

test("what is missing is said, and what follows", () => {
  const none = found(false, []);
  expect(describeSandbox("auto", none)).toMatch(/^none: bwrap.*; programs of stages run as/);
  expect(describeSandbox("required", none)).toMatch(/^none: bwrap.*; every stage is refused$/);
  expect(describeSandbox("off", none)).toContain("SWATH_SANDBOX is off");
  expect(describeSandbox("auto", { way: "bubblewrap" })).toBe("bubblewrap");
});
