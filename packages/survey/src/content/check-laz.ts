import type { Visit } from "./content-request.ts";
import type { Finding } from "../finding.ts";
import { readLasHeader } from "../readers/las-header.ts";
import { concerning } from "./findings.ts";

/** Point format with red, green, blue and near infrared (ASPRS LAS 1.4-R15, table 16). */
const RGBN_FORMAT = 8;

/** Reads the header of each LAZ file; `rgbn` asks for point format 8. */
export async function checkLaz(rgbn: boolean, visit: Visit): Promise<readonly Finding[]> {
  const files = await visit(["laz"], readLasHeader);
  const unreadable = files.filter(({ read }) => !read.ok);
  const other = files.filter(({ read }) => rgbn && read.ok && read.pointFormat !== RGBN_FORMAT);
  return [
    ...concerning(
      "content-laz-header",
      unreadable.map(({ path }) => path),
    ),
    ...concerning(
      "content-laz-rgbn",
      other.map(({ path }) => path),
    ),
  ];
}
