export * from "./sign-in.ts";
export * from "./roles.ts";
export * from "./session-endpoints.ts";
