export * from "./plan-drawing.ts";
export * from "./printed-report.ts";
export * from "./report-page.ts";
export * from "./report-view.ts";
export * from "./time-line.ts";
