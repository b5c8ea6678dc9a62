// Writes the tables of states, moves and settings into the documentation.
//   npm run print-tables
import { writeFileSync } from "node:fs";
import { processingTables } from "./tables/processing-tables.ts";
import { settingsTable } from "./tables/settings-table.ts";
import { uploadTables } from "./tables/upload-tables.ts";

writeFileSync("docs/processing.md", processingTables());
writeFileSync("docs/uploads.md", uploadTables());
writeFileSync("docs/operations/settings.md", settingsTable());
