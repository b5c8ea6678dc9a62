import { may, type Role } from "@swath/contract/identity";

/** What stands together on the page. */
export type Group = "uploads" | "processing" | "review" | "projects";

const MANAGING: readonly Group[] = ["projects", "review", "processing", "uploads"];
const OPERATING: readonly Group[] = ["processing", "review", "projects", "uploads"];
const FLYING: readonly Group[] = ["uploads", "review", "processing", "projects"];

/**
 * The groups in the order in which they matter to a person:
 *
 * overview/G1 leaders and administrators see projects first;
 * overview/G2 who else may resubmit sees failures first;
 * overview/G3 everybody else sees own uploads first.
 */
export function groupsFor(roles: readonly Role[]): readonly Group[] {
  if (roles.includes("leader") || roles.includes("admin")) return MANAGING;
  return may(roles, "resubmitProcessings") ? OPERATING : FLYING;
}
