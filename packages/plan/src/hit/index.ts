export { createHitIndex, type HitIndex, nearestFeature } from "./hit-index.ts";
