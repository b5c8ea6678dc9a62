export * from "./return-address.ts";
export * from "./roles.ts";
export * from "./session-routes.ts";
export * from "./sign-in-problem.ts";
