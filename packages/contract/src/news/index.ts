export * from "./news-kinds.ts";
export * from "./news-endpoints.ts";
