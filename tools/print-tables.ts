import { writeFileSync } from "node:fs";
import { printTables } from "./processing-tables/print-tables.ts";

writeFileSync("docs/processing.md", printTables());
