import { z } from "zod";

const number = z.number();

const sampleSchema = z.object({
  x: number,
  y: number,
  z: number,
  surface: z.enum(["ground", "roof", "road"]),
});
export type TruthSample = z.infer<typeof sampleSchema>;

const solutionSchema = z.object({
  t: number,
  lat: number,
  lon: number,
  h: number,
  roll: number,
  pitch: number,
  heading: number,
});

/** What `npm run sample -- … --terrain --truth FILE` says is true: m in `crs`, degrees, s of the GPS week. */
export const truthSchema = z.object({
  /** EPSG code. */
  crs: z.int().positive(),
  seed: number,
  noise: z.number().nonnegative(),
  planted: z.record(z.string(), number),
  samples: z.array(sampleSchema).min(1),
  trajectory: z.array(solutionSchema),
});
export type Truth = z.infer<typeof truthSchema>;
