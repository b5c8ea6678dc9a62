import { z } from "zod";

export const ROLES = [
  "base",
  "processingOnly",
  "guest",
  "leader",
  "admin",
  "resubmit",
  "service",
] as const;
export type Role = (typeof ROLES)[number];

/** Who is signed in, as the server read it from the verified token. */
export const identitySchema = z.object({
  /** Subject of the identity provider: it decides ownership. */
  subject: z.string(),
  name: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
});
export type Identity = z.infer<typeof identitySchema>;

/**
 * What a person may do; one rule for each endpoint.
 *
 * contract/A1 without the base group nothing is allowed, not even to a leader;
 * contract/A2 a processing-only user has no flights and no uploads, and reads of the stored objects only
 *    the outputs of processings that they see (explorer/B4 and B5);
 * contract/A3 a guest only reads, and neither calibration parameters nor instructions;
 * contract/A4 a processing-only user reads and changes what the first processing area shows, and nothing
 *    of the Terrain Mapper's;
 * contract/A5 what overwrites results needs one of the groups that may resubmit.
 */
const DENIED = {
  signedIn: [],
  readFlights: ["processingOnly"],
  upload: ["processingOnly", "guest"],
  verifyStored: ["processingOnly", "guest"],
  resetUpload: ["processingOnly", "guest"],
  importCatalogue: ["processingOnly", "guest"],
  readHistory: ["processingOnly", "guest"],
  exploreObjects: ["processingOnly"],
  readObjects: [],
  downloadObject: ["guest"],
  keepViews: ["guest"],
  followFlights: ["guest"],
  archiveFlights: ["processingOnly", "guest"],
  endAnySession: ["processingOnly", "guest"],
  changeSettings: ["processingOnly", "guest"],
  holdProjects: ["processingOnly", "guest"],
  removePeople: ["processingOnly", "guest"],
  deleteData: ["processingOnly", "guest"],
  validateArchives: [],
  readProcessings: [],
  readTerrainMapper: ["processingOnly"],
  changeProcessings: ["guest"],
  resubmitProcessings: ["guest"],
  reopenQA: ["guest"],
  readCalibrations: ["guest"],
  writeCalibrations: ["guest"],
  readInstructions: ["guest"],
  writeInstructions: ["guest"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Permission = keyof typeof DENIED;
export const PERMISSIONS = Object.keys(DENIED) as readonly Permission[];

const NEEDED: Readonly<Partial<Record<Permission, readonly Role[]>>> = {
  resetUpload: ["leader", "admin"],
  importCatalogue: ["admin", "service"],
  readHistory: ["leader", "admin", "resubmit"],
  archiveFlights: ["leader", "admin"],
  endAnySession: ["admin"],
  changeSettings: ["admin"],
  holdProjects: ["admin"],
  removePeople: ["admin"],
  deleteData: ["admin"],
  reopenQA: ["admin"],
  resubmitProcessings: ["resubmit", "leader", "admin"],
};

/** Whether someone of these roles holds a permission. */
export function may(roles: readonly Role[], permission: Permission): boolean {
  if (!roles.includes("base")) return false;
  if (DENIED[permission].some((role: Role) => roles.includes(role))) return false;
  const needed = NEEDED[permission];
  return needed === undefined || needed.some((role) => roles.includes(role));
}
