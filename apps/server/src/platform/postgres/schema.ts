import type { IdentityTables } from "../identity/tables.ts";
import type { ArchiveTables } from "./tables/archive-tables.ts";
import type { AuditTables } from "./tables/audit-tables.ts";
import type { FlightTables } from "./tables/flight-tables.ts";
import type { InventoryTables } from "./tables/inventory-tables.ts";
import type { SupportTables } from "./tables/support-tables.ts";
import type { UploadTables } from "./tables/upload-tables.ts";
import type { ViewTables } from "./tables/view-tables.ts";

/** Tables of the database as the newest migration leaves them. */
export interface Database
  extends
    ArchiveTables,
    AuditTables,
    FlightTables,
    IdentityTables,
    InventoryTables,
    SupportTables,
    UploadTables,
    ViewTables {}
