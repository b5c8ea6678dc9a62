export * from "./download-parameters.ts";
export * from "./download-routes.ts";
