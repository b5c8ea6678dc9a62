import type { Visit } from "./content-request.ts";
import type { Finding } from "../finding.ts";
import { readKmz } from "../readers/kmz.ts";
import type { KmlPath } from "../readers/kml-outline.ts";
import { concerning } from "./findings.ts";

/** Reads the flight plans, and looks for cross-strips in each of them. */
export async function checkPlans(
  visit: Visit,
): Promise<{ readonly findings: readonly Finding[]; readonly plan: readonly KmlPath[] }> {
  const files = await visit(["flightPlan"], readKmz);
  const unreadable = files.filter(({ read }) => !read.ok);
  const without = files.filter(({ read }) => read.ok && read.crossStrips === 0);
  return {
    findings: [
      ...concerning(
        "content-flight-plan",
        unreadable.map(({ path }) => path),
      ),
      ...concerning(
        "content-cross-strips",
        without.map(({ path }) => path),
      ),
    ],
    plan: files.flatMap(({ read }) => (read.ok ? read.paths : [])),
  };
}
