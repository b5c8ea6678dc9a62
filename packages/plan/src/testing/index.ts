export { crossedPlan, type CrossedPlan } from "./crossed-plan.ts";
export { drawnDegrees } from "./drawn-degrees.ts";
export { drawnLayer, type DrawnFeature } from "./drawn-layer.ts";
export { droppedLayer, droppedPlan, type PlanParts } from "./dropped-plan.ts";
export { PRJ } from "./plan-prj.ts";
export { randomFrom } from "./random.ts";
export { seededKml, seededPlan, type SeededPlan } from "./seeded-plan.ts";
export { NULL_SHAPE, shapeContent, shapeFiles } from "./shape-records.ts";
