import { satisfies, valid } from "semver";
import { z } from "zod";

const eventSchema = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
});
/** An advisory in the OSV format (ossf.github.io/osv-schema), as far as it is read here. */
export const advisorySchema = z.object({
  id: z.string(),
  summary: z.string().default(""),
  modified: z.iso.datetime({ offset: true }),
  withdrawn: z.string().optional(),
  database_specific: z.object({ severity: z.string().optional() }).optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        ranges: z.array(z.object({ type: z.string(), events: z.array(eventSchema) })).default([]),
        versions: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});
export type Advisory = z.output<typeof advisorySchema>;
type Affected = Advisory["affected"][number];

/** A package of the lock file. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** For development only: no part of the product. */
  readonly dev: boolean;
}

export interface Finding {
  readonly package: LockedPackage;
  readonly advisory: Advisory;
  /** Versions that are mended. */
  readonly fixed: readonly string[];
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      name: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** What a package-lock.json (version 2 or 3) installs. */
export function lockedPackages(lock: unknown): LockedPackage[] {
  const folder = "node_modules/";
  return Object.entries(lockSchema.parse(lock).packages).flatMap(([path, entry]) => {
    const { version, link = false, dev = false } = entry;
    if (version === undefined || link || !path.includes(folder)) return [];
    const name = entry.name ?? path.slice(path.lastIndexOf(folder) + folder.length);
    return [{ name, version, dev }];
  });
}

/** The spans of an OSV range as a range of npm's. */
function npmRange(events: Affected["ranges"][number]["events"]): string {
  const spans: string[] = [];
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined) spans.push(`>=${introduced === "0" ? "0.0.0-0" : introduced}`);
    const end = fixed === undefined ? last && `<=${last}` : `<${fixed}`;
    if (end !== undefined && spans.length > 0) spans.push(`${spans.pop()} ${end}`);
  }
  return spans.join(" || ");
}

function affects(affected: Affected, { name, version }: LockedPackage): boolean {
  if (affected.package?.ecosystem !== "npm" || affected.package.name !== name) return false;
  if (affected.versions.includes(version)) return true;
  return affected.ranges.some(({ type, events }) => {
    const range = npmRange(events);
    return (
      type === "SEMVER" && range !== "" && satisfies(version, range, { includePrerelease: true })
    );
  });
}

/** Advisories that a package of the lock file is affected by; withdrawn ones do not count. */
export function findAffected(
  advisories: Iterable<Advisory>,
  packages: readonly LockedPackage[],
): Finding[] {
  const byName = Map.groupBy(packages, ({ name }) => name);
  return [...advisories]
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap((advisory) =>
      advisory.affected.flatMap((affected) =>
        (byName.get(affected.package?.name ?? "") ?? [])
          .filter((one) => affects(affected, one))
          .map((one) => ({ package: one, advisory, fixed: fixedIn(affected) })),
      ),
    );
}

function fixedIn({ ranges }: Affected): string[] {
  const events = ranges.flatMap((range) => range.events);
  return events.flatMap(({ fixed }) => (fixed !== undefined && valid(fixed) ? [fixed] : []));
}

/** When the newest advisory was written: the file knows nothing of what came later. */
export function newestOf(advisories: readonly Advisory[]): number | undefined {
  const times = advisories.map(({ modified }) => Date.parse(modified));
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
}
