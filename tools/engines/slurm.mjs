import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const script = (name) => fileURLToPath(new URL(name, import.meta.url));

function bash(...words) {
  const { status } = spawnSync("bash", words, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}`);
}

/** Installs what is missing, starts Slurm, points the tests at it; returns the function that stops it. */
export function start() {
  bash(script("slurm.sh"), "install");
  const base = (process.env.SLURM_BASE ??= join(tmpdir(), "swath-slurm"));
  bash(script("slurm.sh"), "start");
  Object.assign(process.env, {
    SLURM_REST_URL: `http://127.0.0.1:${process.env.SLURM_REST_PORT ?? 16830}`,
    SLURM_REST_VERSION: "v0.0.38",
    SLURM_USER: "root",
    SLURM_TOKEN_FILE: join(base, "etc", "token"),
  });
  return () => bash(script("slurm.sh"), "destroy");
}
