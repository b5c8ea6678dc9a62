export * from "./download-parameters.ts";
export * from "./download-endpoints.ts";
