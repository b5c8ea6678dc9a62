export * from "./ids.ts";
export * from "./id-schemas.ts";
