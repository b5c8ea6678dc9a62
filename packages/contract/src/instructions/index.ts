export * from "./delivery.ts";
export * from "./delivery-products.ts";
export * from "./delivery-systems.ts";
export * from "./delivery-tiles.ts";
export * from "./grid-squares.ts";
export * from "./instruction.ts";
export * from "./instruction-endpoints.ts";
