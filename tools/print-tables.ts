// Writes the tables of states and moves into docs/processing.md and docs/uploads.md.
//   npm run print-tables
import { writeFileSync } from "node:fs";
import { processingTables } from "./tables/processing-tables.ts";
import { uploadTables } from "./tables/upload-tables.ts";

writeFileSync("docs/processing.md", processingTables());
writeFileSync("docs/uploads.md", uploadTables());
