import { testOn } from "../fixtures.ts";
import { Swath } from "../swath.ts";
import { DATA, PORT } from "./one-server.ts";

/**
 * A road through the product, on the one server of all of them. They run side by side: each has
 * flights of its own, which no other one touches.
 */
export const test = testOn(() =>
  Swath.startedBefore(Number(process.env[PORT]), process.env[DATA]!),
);

/** Whose flight is whose: of the demonstration's, with nothing uploaded. */
export const FLIGHT_OF = {
  upload: "FL000112",
  interruption: "FL000123",
  update: "FL000108",
  faults: "FL000103",
  commandLine: "FL000101",
} as const;
