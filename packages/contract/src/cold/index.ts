export * from "./cold-endpoints.ts";
export * from "./cold-state.ts";
