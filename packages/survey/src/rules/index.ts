export * from "./content-rules.ts";
export { type DialogId, DIALOGS } from "./rule.ts";
export * from "./file-kinds.ts";
export * from "./rule-table.ts";
