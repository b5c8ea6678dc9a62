import { may } from "@swath/contract/roles";
import type { Permission, Role } from "@swath/contract/roles";

export interface Area {
  /** As its tab says. */
  readonly label: string;
  /** Where its tab leads; every address below belongs to it. */
  readonly to: "/post";
  readonly permission: Permission;
}

/** The areas of the application, in the order of their tabs. */
export const AREAS: readonly Area[] = [{ label: "UPLOAD", to: "/post", permission: "readFlights" }];

/** The areas that someone of these roles may enter. */
export function areasOf(roles: readonly Role[]): readonly Area[] {
  return AREAS.filter((area) => may(roles, area.permission));
}
