export * from "./news-kinds.ts";
export * from "./news-routes.ts";
