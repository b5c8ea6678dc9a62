import { z } from "zod";

const nameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/);
const amount = z.number().nonnegative();

/** Joins that need nothing but the values; `task`: no join is right, each task's value stands alone. */
const plainJoinSchema = z.enum(["sum", "maximum", "minimum", "task"]);

/**
 * How the values of several tasks become one of the whole, with what that takes of this task:
 *
 * - `sum`: of what each task owns, so that nothing is counted twice;
 * - `mean`: by weights, `rms`: of squares by counts;
 * - `share`: the sum of all parts by that of all wholes, `times` 100 for one in %;
 * - `percentile`: by nearest rank, of all values with how many there are of each;
 * - `distinct`: how many different names there are.
 */
const taskJoinSchema = z.union([
  plainJoinSchema,
  z.strictObject({ mean: amount }),
  z.strictObject({ rms: amount }),
  z.strictObject({ share: z.strictObject({ part: z.number(), whole: amount, times: z.number() }) }),
  z.strictObject({
    percentile: z.strictObject({
      rank: z.number().min(0).max(100),
      counts: z.array(z.tuple([z.number(), amount])).max(10_000),
    }),
  }),
  z.strictObject({ distinct: z.array(z.string().max(200)).max(10_000) }),
]);
export type TaskJoin = z.infer<typeof taskJoinSchema>;

/** The same as a stage file declares it: weights, parts and wholes are other measures, by name. */
const stageJoinSchema = z.union([
  plainJoinSchema,
  z.strictObject({ mean: nameSchema }),
  z.strictObject({ rms: nameSchema }),
  z.strictObject({
    share: z.strictObject({ part: nameSchema, whole: nameSchema, times: z.number().default(1) }),
  }),
]);
export type StageJoin = z.output<typeof stageJoinSchema>;

/** Joins of a stage file, by the measure's name. */
export const stageJoinsSchema = z.record(nameSchema, stageJoinSchema);

/** One figure that says how good a result is. */
const figureSchema = z.strictObject({
  name: nameSchema,
  label: z.string().min(1).max(100),
  /** Null: there was nothing to measure. */
  value: z.number().nullable(),
  /** `m`, `°`, `%`, `1/m²`, `s`, or empty. */
  unit: z.string().max(12),
  /** The bounds that the program itself names; a stage's `accept` may be stricter. */
  least: z.number().optional(),
  most: z.number().optional(),
  /** Whether the program's bounds ask for nothing where there was nothing to measure. */
  optional: z.boolean().optional(),
});

/** A figure of one task; a program leaves a list of them as `measures.json` in `{out}`. */
const taskMeasureSchema = figureSchema.extend({ join: taskJoinSchema.optional() });
export type TaskMeasure = z.infer<typeof taskMeasureSchema>;
export const measuresSchema = z.array(taskMeasureSchema).max(200);

/** A figure of an attempt as a whole. */
export const measureSchema = figureSchema.extend({
  /** Of one that is not joined, whose value is null: what its tasks measured. */
  tasks: z
    .strictObject({
      count: z.int().positive(),
      least: z.number(),
      most: z.number(),
      /** Names of the tasks that measured the least and the most. */
      leastAt: z.string().optional(),
      mostAt: z.string().optional(),
    })
    .optional(),
  /** Of the largest or the least of all tasks: the name of the task that measured it. */
  at: z.string().optional(),
});
export type Measure = z.infer<typeof measureSchema>;

/** What names measures in joins that are not counts of their own, in words. */
export function joinFaults(joins: Readonly<Record<string, StageJoin>>): string[] {
  const summed = (name: string): boolean => joins[name] === "sum";
  return Object.entries(joins).flatMap(([name, join]) => {
    if (typeof join === "string") return [];
    const named =
      "mean" in join
        ? [join.mean]
        : "rms" in join
          ? [join.rms]
          : [join.share.part, join.share.whole];
    return named
      .filter((each) => !summed(each))
      .map((each) => `joins: ${name} is joined by ${each}, whose own join is not "sum"`);
  });
}
