import { z } from "zod";

/** What a stage writes of the places that its measures come from: a table that reviews draw as a picture. */
export const PLACES_FILE = "places.json";

const place = z.object({
  /** As it is called: `Lines 2 – 3`, `Tile 7`. */
  name: z.string(),
  /** By the measure whose bounds they are held against. */
  values: z.record(z.string(), z.number()),
  /** Where it is: squares of a side, m, by their lower left corners. */
  side: z.number().nonnegative(),
  squares: z.array(z.tuple([z.number(), z.number()])),
});
export type Place = z.infer<typeof place>;

const placeGroup = z.object({
  /** What its places are: `Pairs of lines`. */
  title: z.string(),
  /** What a place has of a measure: `horizontalShift` of a flight is the largest of its pairs. */
  figures: z.record(z.string(), z.object({ label: z.string(), unit: z.string() })),
  places: z.array(place),
});
export type PlaceGroup = z.infer<typeof placeGroup>;

/** {@link PLACES_FILE}: pairs, lines or tiles, each with its own value of a measure. */
export const placeGroupsSchema = z.array(placeGroup);
