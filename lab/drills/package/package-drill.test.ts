import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { packageDrill } from "./package-drill.ts";

/** Two builds, and the first time a machine of Debian's packages. */
const LONG = 1_800_000;
const isPossible = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

test.skipIf(!isPossible)(
  "the Debian package is installed, started, used, upgraded and purged in a fresh Debian 12",
  async () => {
    const said: string[] = [];
    const figures = await packageDrill({}, (line) => said.push(line));
    expect(figures).toContain("nothing lost");
    expect(said.every((line) => line.startsWith("right"))).toBe(true);
    console.log(figures);
  },
  LONG,
);
