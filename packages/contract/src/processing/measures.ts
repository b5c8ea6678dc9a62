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

/** A bound of a measure; `optional`: it asks for nothing where there was nothing to measure. */
export interface MeasureBound {
  readonly least?: number | null | undefined;
  readonly most?: number | null | undefined;
  readonly optional?: boolean | undefined;
}

/** `notMeasured` is a miss as `outside` is one; `notAsked`: no bound asks for what is not there. */
export type MeasureVerdict = "within" | "outside" | "notMeasured" | "notAsked" | "unbounded";

type Valued = Pick<Measure, "value" | "tasks">;

/** Smallest and largest value of a measure: of all its tasks where these are not joined. */
function ends({ value, tasks }: Valued): readonly [number, number] | undefined {
  if (tasks !== undefined) return [tasks.least, tasks.most];
  return value === null ? undefined : [value, value];
}

/** A measure judged by one bound: the one rule for runs, reports, screens and command lines. */
export function judgeBound(
  measure: Valued | undefined,
  { least, most, optional = false }: MeasureBound,
): MeasureVerdict {
  const [lower, upper] = [least ?? null, most ?? null];
  if (lower === null && upper === null) return "unbounded";
  const values = measure && ends(measure);
  if (values === undefined) return optional ? "notAsked" : "notMeasured";
  // What is not a number is within no bound.
  const isWithin = values.every(
    (at) => (lower === null || at >= lower) && (upper === null || at <= upper),
  );
  return isWithin ? "within" : "outside";
}

const GRAVEST = ["outside", "notMeasured", "within", "notAsked"] as const;

/** A measure judged by all bounds that there are of it. */
export function judgeMeasure(
  measure: Valued | undefined,
  bounds: readonly MeasureBound[],
): MeasureVerdict {
  const verdicts = new Set(bounds.map((bound) => judgeBound(measure, bound)));
  return GRAVEST.find((verdict) => verdicts.has(verdict)) ?? "unbounded";
}

export const isMissed = (verdict: MeasureVerdict): boolean =>
  verdict === "outside" || verdict === "notMeasured";

/**
 * The bounds of a measure: those that a stage accepts it by, and its program's own. A stage that does
 * without the measure speaks for its program.
 */
export function boundsOf(
  { name, least, most, optional }: Pick<Measure, "name" | "least" | "most" | "optional">,
  accepted: readonly (MeasureBound & { readonly measure: string })[],
): MeasureBound[] {
  const stage = accepted.filter(({ measure }) => measure === name);
  if (least === undefined && most === undefined) return stage;
  const isOptional = optional === true || stage.some((bound) => bound.optional);
  return [{ least, most, optional: isOptional }, ...stage];
}

/** The strictest of some bounds; null where none is named. */
export function strictest(bounds: readonly MeasureBound[]) {
  const least = bounds.flatMap((bound) => bound.least ?? []);
  const most = bounds.flatMap((bound) => bound.most ?? []);
  return {
    least: least.length === 0 ? null : Math.max(...least),
    most: most.length === 0 ? null : Math.min(...most),
  };
}

const DIGITS = 4;
const MOST_DIGITS = 15;

/** A figure to so many digits, and a count as it is. */
const toDigits = (value: number, digits: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(digits));

/** A value that misses a bound, to four digits, or to as many as tell it from the bound. */
function missedFigure(value: number, bound: number): number {
  for (let digits = DIGITS; digits < MOST_DIGITS; digits += 1) {
    const figure = toDigits(value, digits);
    if (figure > bound === value > bound && figure < bound === value < bound) return figure;
  }
  return value;
}

/** A bound that a measure misses, in words: value and limit. */
export function missedInWords(
  { label, unit = "", value = null, tasks }: Partial<Measure> & Pick<Measure, "label">,
  { least, most }: MeasureBound,
): string {
  const lowest = tasks?.least ?? value;
  const highest = tasks?.most ?? value;
  if (lowest === null || highest === null) return `${label} was not measured`;
  const isLow = typeof least === "number" && !(lowest >= least);
  const figure = isLow ? missedFigure(lowest, least) : missedFigure(highest, most ?? 0);
  const where = tasks === undefined ? "" : ` in one of ${tasks.count} tasks`;
  const wanted = isLow ? `at least ${least} is needed` : `at most ${most} is allowed`;
  return `${label} is ${figure}${unit === "" ? "" : ` ${unit}`}${where}, ${wanted}`;
}

/** What an attempt measured, and what its stage accepts. */
export interface JudgedAttempt {
  readonly measures: readonly Measure[];
  readonly accepted: readonly (MeasureBound & { readonly measure: string })[];
}

/** The tile, line or file that missed a bound, by its task, where that is known. */
function placeOf({ at, tasks }: Measure, { least }: MeasureBound): string {
  const isLow = tasks !== undefined && typeof least === "number" && !(tasks.least >= least);
  const name = tasks === undefined ? at : isLow ? tasks.leastAt : tasks.mostAt;
  return name === undefined ? "" : `: ${name}`;
}

/** Every bound that an ended attempt misses, its stage's and its program's own, each in words once. */
export function missedBoundsOf({ measures, accepted }: JudgedAttempt): string[] {
  const there = new Set(measures.map(({ name }) => name));
  const lacking = accepted
    .filter(({ measure, optional }) => optional !== true && !there.has(measure))
    .map(({ measure }) => missedInWords({ label: measure }, {}));
  const missed = measures.flatMap((measure) =>
    boundsOf(measure, accepted)
      .filter((bound) => isMissed(judgeBound(measure, bound)))
      .map((bound) => `${missedInWords(measure, bound)}${placeOf(measure, bound)}`),
  );
  return [...new Set([...missed, ...lacking])];
}
