import { partsIn, type NamedPart } from "../rules/missing-parts.ts";
import { pathsOf, type ReadKinds } from "./content-request.ts";
import type { Finding } from "../finding.ts";
import { readKmz } from "../readers/kml/kmz.ts";
import type { KmlPath } from "../readers/kml/kml-outline.ts";
import { findingsOf } from "../rules/rule-table.ts";

/** Reads the flight plans, and looks for cross-strips in each of them. */
export async function validateFlightPlans(readKinds: ReadKinds): Promise<{
  readonly findings: readonly Finding[];
  readonly plan: readonly KmlPath[];
  readonly parts: readonly NamedPart[];
}> {
  const files = await readKinds(["flightPlan"], readKmz);
  const unreadable = files.filter(({ read }) => !read.ok);
  const without = files.filter(({ read }) => read.ok && read.crossStrips === 0);
  return {
    findings: [
      ...findingsOf("content-flight-plan", pathsOf(unreadable)),
      ...findingsOf("content-cross-strips", pathsOf(without)),
    ],
    parts: files.flatMap(({ path, read }) =>
      read.ok ? partsIn(read.paths.map(({ name }) => name).join("\n")).map(by(path)) : [],
    ),
    plan: files.flatMap(({ read }) => (read.ok ? read.paths : [])),
  };
}

const by =
  (path: string) =>
  (part: string): NamedPart => ({ part, by: path });
