import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SandboxWay, sandboxCommand } from "./sandbox-command.ts";
import { shownPaths } from "./shown-paths.ts";
import { codeOf } from "../system.ts";

export const SANDBOX_MODES = ["auto", "required", "off"] as const;
/** Whether programs run in a sandbox: where there is one, in no case without, or never. */
export type SandboxMode = (typeof SANDBOX_MODES)[number];

export type FoundSandbox = { readonly way: SandboxWay } | { readonly lacks: string };

/** What the search does to the machine. */
export interface SandboxEffects {
  readonly platform: string;
  readonly isRoot: boolean;
  /** Whether a way leads a program into a sandbox; else why not, in words. */
  readonly fails: (way: SandboxWay) => string | undefined;
}

/**
 * The best sandbox of this machine: each way is tried with a program. Root's programs get an account
 * of their own, since as root they are above the limit of processes; bubblewrap has none to give.
 */
export function findSandbox({ platform, isRoot, fails }: SandboxEffects): FoundSandbox {
  if (platform !== "linux") return { lacks: `there is none for ${platform}` };
  const ways: readonly SandboxWay[] = isRoot ? ["account"] : ["bubblewrap", "unshare"];
  const reasons: string[] = [];
  for (const way of ways) {
    const reason = fails(way);
    if (reason === undefined) return { way };
    reasons.push(`${PROGRAMS[way]}: ${reason}`);
  }
  return { lacks: reasons.join("; ") };
}

const PROGRAMS = { bubblewrap: "bwrap", unshare: "unshare", account: "unshare" } as const;
const TRIAL_MS = 10_000;
const MIB = 1_048_576;
const ACCOUNT = 1_879_048_192;

/** Starts a program in a sandbox, in a folder that is removed again. */
function tryWay(way: SandboxWay): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "swath-sandbox-"));
  try {
    const paths = { program: "/bin/sh", network: false, read: [], write: [folder] };
    const found = shownPaths({ ...paths, needed: { read: [], write: [] } });
    if ("missing" in found) return `${found.missing} is missing`;
    const limits = { dataBytes: 64 * MIB, fileBytes: MIB, processes: 8, account: ACCOUNT };
    const words = ["/bin/sh", "-c", ": > made"];
    const program = { words, folder, shown: found.shown, network: false, ...limits };
    const [file = "", ...rest] = sandboxCommand(way, program, [folder]);
    const { status, error, stderr } = spawnSync(file, rest, {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: TRIAL_MS,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin" },
    });
    if (status === 0) return undefined;
    if (error !== undefined) return codeOf(error) === "ENOENT" ? "is not installed" : error.message;
    return stderr.trim().split("\n").at(-1) || `ended with ${status}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sandbox of this machine, tried now. */
export const findSandboxHere = (): FoundSandbox =>
  findSandbox({
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    fails: tryWay,
  });

const WAYS = {
  bubblewrap: "bubblewrap",
  unshare: "unshare, in a user namespace",
  account: "unshare, with an account of its own for each task",
} as const;

/** How programs of stages run here, in words. */
export function describeSandbox(mode: SandboxMode, found: FoundSandbox): string {
  if (mode === "off") return "off: SWATH_SANDBOX is off, programs of stages run as this server";
  if ("way" in found) return WAYS[found.way];
  const then =
    mode === "required" ? "every stage is refused" : "programs of stages run as this server";
  return `none: ${found.lacks}; ${then}`;
}
