export * from "./delivery.ts";
export * from "./delivery-products.ts";
export * from "./delivery-tiles.ts";
export * from "./instruction.ts";
export * from "./instruction-endpoints.ts";
