export * from "./camera.ts";
export * from "./georeferencer.ts";
