import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { figuresOf, type Figures } from "./figures.ts";

const DEBIAN = "/usr/lib/postgresql";

/** The system's pgbench; throws where there is none. */
export function findPgbench(): string {
  const packaged = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, "bin", "pgbench"))
    : [];
  for (const path of ["pgbench", ...packaged])
    if (spawnSync(path, ["--version"]).status === 0) return path;
  throw new Error(
    "there is no pgbench: install it (Debian and Ubuntu: apt install postgresql-contrib)",
  );
}

/** Runs each script as one transaction's statements, all equally often, over some connections. */
export function runPgbench(
  pgbench: string,
  url: string,
  scripts: readonly (readonly string[])[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Figures {
  const place = temporaryFolder("pgbench");
  try {
    const logs = join(place, "logs");
    mkdirSync(logs);
    const files = scripts.flatMap((statements, index) => {
      const path = join(place, `${index}.sql`);
      writeFileSync(path, statements.map((statement) => `${statement};\n`).join(""));
      return ["-f", path];
    });
    const options = ["-n", "-l", "-c", String(connections), "-j", "1", "-T", String(seconds)];
    const run = spawnSync(pgbench, [...options, ...files, url], { cwd: logs, encoding: "utf8" });
    if (run.status !== 0) throw new Error(`pgbench failed: ${run.stderr}`);
    const tps = Number(/tps = ([\d.]+) \(without/.exec(run.stdout)?.[1]);
    const milliseconds = readdirSync(logs).flatMap((name) =>
      readFileSync(join(logs, name), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => Number(line.split(" ")[2]) / 1_000),
    );
    return { ...figuresOf(milliseconds, seconds), rate: tps };
  } finally {
    removeFolder(place);
  }
}
