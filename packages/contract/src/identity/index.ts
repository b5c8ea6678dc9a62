export * from "./return-address.ts";
export * from "./roles.ts";
