import { partsIn, type NamedPart } from "../rules/flight-parts.ts";
import { pathsOf, type ReadKinds } from "./content-request.ts";
import type { Finding } from "../rules/rule.ts";
import { FAULT_WORDS, type ReadResult } from "../readers/file-source.ts";
import { readKmz, type KmlOutline, type KmlPath } from "../readers/kml/read-kml.ts";
import { findingsOf } from "../rules/rule-table.ts";

interface PlanValidation {
  readonly findings: readonly Finding[];
  /**
   * On shapes that are left out or drawn differently; they come after the specification's findings.
   */
  readonly shapes: readonly Finding[];
  readonly plan: readonly KmlPath[];
  /** Flight parts that the names of shapes hold. */
  readonly parts: readonly NamedPart[];
}

const reasonOf = (read: ReadResult<KmlOutline>): string =>
  read.ok ? "" : (read.about ?? FAULT_WORDS[read.fault]);

/** Reads the flight plans, and looks for cross-strips in each of them. */
export async function validateFlightPlans(readKinds: ReadKinds): Promise<PlanValidation> {
  const files = await readKinds(["flightPlan"], readKmz);
  const unreadable = files.filter(({ read }) => !read.ok);
  const without = files.filter(({ read }) => read.ok && read.crossStrips === 0);
  const reasons = unreadable.map(({ read }) => reasonOf(read));
  // A row for each shape.
  const shapes = files.flatMap(({ path, read }) =>
    read.ok ? read.remarks.map((remark) => ({ path, remark })) : [],
  );
  const remarks = shapes.map(({ remark }) => remark);
  return {
    findings: [
      ...findingsOf("content-flight-plan", pathsOf(unreadable), reasons),
      ...findingsOf("content-cross-strips", pathsOf(without)),
    ],
    shapes: findingsOf("content-plan-shapes", pathsOf(shapes), remarks),
    parts: files.flatMap(({ path, read }) =>
      read.ok
        ? partsIn(read.paths.map(({ name }) => name).join("\n")).map((part) => ({ part, by: path }))
        : [],
    ),
    plan: files.flatMap(({ read }) => (read.ok ? read.paths : [])),
  };
}
