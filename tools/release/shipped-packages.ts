import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});
const list = z.union([z.array(z.string()), z.string().transform((text) => [text])]).optional();
const lockedSchema = z.object({
  version: z.string().default(""),
  link: z.boolean().default(false),
  resolved: z.string().optional(),
  optional: z.boolean().default(false),
  os: list,
  cpu: list,
  libc: list,
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});
export const lockSchema = z.object({ packages: z.record(z.string(), lockedSchema) });
export type Lock = z.output<typeof lockSchema>;
type Locked = z.output<typeof lockedSchema>;

/** The kind of machine that a release is for. */
const PLATFORM = { os: "linux", cpu: "x64", libc: "glibc" } as const;

function isForPlatform(locked: Locked): boolean {
  return (["os", "cpu", "libc"] as const).every(
    (key) => locked[key] === undefined || locked[key].includes(PLATFORM[key]),
  );
}

/** Where Node finds a package that something in a folder imports, as the lock file lays it out. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  const steps = from.split("/");
  for (let length = steps.length; length >= 0; length -= 1) {
    const place = [...steps.slice(0, length), "node_modules", name].filter(Boolean).join("/");
    if (lock.packages[place] !== undefined) return place;
  }
  return undefined;
}

/** What programs need at run time: folders of packages, and the workspaces that links lead to. */
export interface ShippedPackages {
  readonly packages: readonly string[];
  readonly workspaces: readonly string[];
  /** Links to workspaces, and the folders that they lead to. */
  readonly links: ReadonlyMap<string, string>;
}

const isPackage = (place: string): boolean => place.includes("node_modules/");

/** All that workspaces import on the platform, whether at first or in turn, by the lock file alone. */
export function packagesFor(lock: Lock, workspaces: readonly string[]): ShippedPackages {
  const found = new Set(workspaces);
  const links = new Map<string, string>();
  for (const place of found) {
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[place] ?? {};
    for (const name of Object.keys({
      ...peerDependencies,
      ...optionalDependencies,
      ...dependencies,
    })) {
      const at = placeOf(lock, place, name);
      const locked = at === undefined ? undefined : lock.packages[at];
      if (at === undefined || locked === undefined || !isForPlatform(locked)) continue;
      if (locked.link) links.set(at, locked.resolved ?? "");
      found.add(locked.link ? (locked.resolved ?? "") : at);
    }
  }
  return {
    packages: [...found].filter(isPackage).toSorted(),
    workspaces: [...found].filter((place) => !isPackage(place)).toSorted(),
    links,
  };
}

/** The lock file of a checkout. */
export function readLock(root: string): Lock {
  return lockSchema.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
}

/** Those that are not installed, of the ones that must be. */
export function missingPackages(root: string, lock: Lock, places: readonly string[]): string[] {
  return places.filter(
    (place) => !existsSync(join(root, place)) && lock.packages[place]?.optional !== true,
  );
}
