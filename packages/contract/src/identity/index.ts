export * from "./return-address.ts";
export * from "./roles.ts";
export * from "./session-endpoints.ts";
export * from "./sign-in-problem.ts";
