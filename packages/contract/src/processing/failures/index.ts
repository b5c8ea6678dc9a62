export * from "./awaits-answer.ts";
export * from "./failure-lines.ts";
export * from "./failure-endpoints.ts";
export * from "./normalise-message.ts";
