import { pathsOf, type ReadKinds } from "./content-request.ts";
import type { Finding } from "../finding.ts";
import { readLasHeader } from "../readers/las-header.ts";
import { findingsOf } from "../rules/rule-table.ts";

/** Point format with red, green, blue and near infrared (ASPRS LAS 1.4-R15, table 16). */
const RGBN_FORMAT = 8;

/** Reads the header of each LAZ file; `rgbn` requires point format 8. */
export async function validateLaz(
  rgbn: boolean,
  readKinds: ReadKinds,
): Promise<readonly Finding[]> {
  const files = await readKinds(["laz"], readLasHeader);
  const unreadable = files.filter(({ read }) => !read.ok);
  const other = files.filter(({ read }) => rgbn && read.ok && read.pointFormat !== RGBN_FORMAT);
  return [
    ...findingsOf("content-laz-header", pathsOf(unreadable)),
    ...findingsOf("content-laz-rgbn", pathsOf(other)),
  ];
}
