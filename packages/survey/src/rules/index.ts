export * from "./content-rules.ts";
export * from "./dialogs.ts";
export * from "./file-kinds.ts";
export * from "./rule-table.ts";
