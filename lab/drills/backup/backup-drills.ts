import type { Drill } from "../drill-steps.ts";
import { backupDrill } from "./backup-drill.ts";
import { pointInTimeDrill } from "./point-in-time.ts";

export const BACKUP_DRILLS: readonly Drill[] = [
  {
    name: "backed up, destroyed, restored elsewhere",
    run: ({ place, original }) => backupDrill(place, original),
  },
  {
    name: "a database brought back to a moment",
    run: ({ place }) => pointInTimeDrill(place),
  },
];
