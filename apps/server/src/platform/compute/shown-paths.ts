import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ShownPath } from "./sandbox-command.ts";

const PRODUCT = join(import.meta.dirname, "../../../../..");

/** Programs and libraries of the system, and what these read of its settings. */
const SYSTEM = `/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc/alternatives /etc/fonts
  /etc/localtime /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d`.split(/\s+/);
/** What finds and trusts other machines. */
const NETWORK = `/etc/resolv.conf /etc/hosts /etc/nsswitch.conf /etc/ca-certificates /etc/ssl/certs
  /etc/ssl/openssl.cnf /etc/pki/ca-trust /etc/pki/tls/certs`.split(/\s+/);
/** The programs of the default pipeline and what they import, never a folder with data. */
const CODE = ["package.json", "node_modules", "packages", "apps/stages"];

/** What every program is shown: of the system, of the product, and its own Node. */
export const commonPaths = (network: boolean): readonly string[] => [
  ...SYSTEM,
  ...(network ? NETWORK : []),
  ...CODE.map((name) => join(PRODUCT, name)),
  process.execPath,
];

function look(path: string, access: ShownPath["access"]): ShownPath | undefined {
  try {
    const link = lstatSync(path).isSymbolicLink();
    // Links of the system's root, such as /bin, stay links; others lead out of what is shown.
    if (link && path.lastIndexOf("/") === 0)
      return { path, kind: "link", target: readlinkSync(path), access };
    return { path, kind: statSync(path).isDirectory() ? "folder" : "file", access };
  } catch {
    return undefined;
  }
}

const lookAll = (paths: readonly string[], access: ShownPath["access"]): readonly ShownPath[] =>
  paths.map((path) => look(path, access)).filter((each) => each !== undefined);

export interface WantedPaths {
  /** The program's first word; shown where it is a path. */
  readonly program: string;
  readonly network: boolean;
  /** Of the task, each as far as it is there. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Of the stage's file: each has to be there. */
  readonly needed: { readonly read: readonly string[]; readonly write: readonly string[] };
}

/** What a program is shown, or the path that is missing. */
export function shownPaths(
  wanted: WantedPaths,
): { readonly shown: readonly ShownPath[] } | { readonly missing: string } {
  const { program, needed } = wanted;
  const named = isAbsolute(program) ? [program] : [];
  const all = [...needed.write, ...needed.read];
  const missing = all.find((path) => look(path, "read") === undefined);
  if (missing !== undefined) return { missing };
  return {
    shown: [
      ...lookAll([...needed.write, ...wanted.write], "write"),
      ...lookAll(
        [...commonPaths(wanted.network), ...named, ...needed.read, ...wanted.read],
        "read",
      ),
    ],
  };
}

/** Which of the paths would show (a part of) a closed folder; links are followed first. */
export function showing(paths: readonly string[], closed: readonly string[]): string | undefined {
  const secret = closed.map(real);
  return paths.find((path) => {
    const own = real(path);
    return secret.some((each) => `${each}/`.startsWith(`${own}/`) || own.startsWith(`${each}/`));
  });
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
