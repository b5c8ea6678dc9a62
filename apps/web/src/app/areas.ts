import { may, type Permission, type Role } from "@swath/contract/identity";

export interface Area {
  /** As its tab says. */
  readonly label: string;
  /** Where its tab leads; every address below belongs to it. */
  readonly to: "/post" | "/ip" | "/iptm" | "/explorer";
  readonly permission: Permission;
  /** Whether its tab is there only while one of its addresses is open. */
  readonly onlyWhileOpen?: true;
}

/** The areas of the application, in the order of their tabs. */
const AREAS: readonly Area[] = [
  { label: "UPLOAD", to: "/post", permission: "readFlights" },
  { label: "PROCESSING", to: "/ip", permission: "readProcessings" },
  { label: "Terrain Mapper Processing", to: "/iptm", permission: "readTerrainMapper" },
  {
    label: "DATA MANAGEMENT",
    to: "/explorer",
    permission: "exploreObjects",
    onlyWhileOpen: true,
  },
];

/** The areas that someone of these roles may enter. */
export function areasOf(roles: readonly Role[]): readonly Area[] {
  return AREAS.filter((area) => may(roles, area.permission));
}
