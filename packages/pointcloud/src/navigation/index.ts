export * from "./trajectory.ts";
