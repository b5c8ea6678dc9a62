import type { RoleGroups } from "../bearer.ts";

export const GROUPS: RoleGroups = {
  base: ["group-base"],
  processingOnly: ["group-processing"],
  guest: ["group-guest"],
  leader: ["group-leader"],
  admin: ["group-admin"],
  resubmit: ["group-resubmit"],
  service: ["group-service"],
};
