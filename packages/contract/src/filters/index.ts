export * from "./filter-text.ts";
export * from "./list-filters.ts";
export * from "./survey-range.ts";
