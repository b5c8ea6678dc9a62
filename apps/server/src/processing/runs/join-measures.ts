import type { Measure, StageJoin, TaskJoin, TaskMeasure } from "@swath/contract/processing";

type Values = Pick<Measure, "value" | "tasks" | "at">;
type Figure = Omit<TaskMeasure, "join"> & {
  readonly join: TaskJoin;
  /** The name of its task. */
  readonly task: string | undefined;
};
/** The data of each task that a kind of join uses. */
type Terms<Kind extends string> = Extract<TaskJoin, Record<Kind, unknown>>[Kind];

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value));
const smallest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value));
const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const known = (figures: readonly Pick<Figure, "value">[]): number[] =>
  figures.flatMap(({ value }) => (value === null ? [] : [value]));

const terms = <Kind extends string>(figures: readonly Figure[], kind: Kind): Terms<Kind>[] =>
  figures.map(({ join }) => (join as unknown as Readonly<Record<Kind, Terms<Kind>>>)[kind]);

/** The mean of the values to a power, each counting by its weight. */
function weighed(
  figures: readonly Figure[],
  weights: readonly number[],
  power: number,
): number | null {
  const parts = figures.flatMap(({ value }, at) =>
    value === null ? [] : [[weights[at]!, weights[at]! * value ** power] as const],
  );
  const of = (column: 0 | 1): number => sum(parts.map((part) => part[column]));
  return ratio(of(1), of(0));
}

/** Those without a value count too, by part and whole: one value of them all takes these in. */
function share(of: readonly Terms<"share">[]): number | null {
  const whole = ratio(sum(of.map((each) => each.part)), sum(of.map((each) => each.whole)));
  return whole === null ? null : whole * of[0]!.times;
}

/** The percentile by nearest rank. */
function percentile(of: readonly Terms<"percentile">[]): number | null {
  const counts = of.flatMap((each) => each.counts).toSorted(([one], [other]) => one - other);
  const wanted = (of[0]!.rank / 100) * sum(counts.map(([, count]) => count));
  let reached = 0;
  for (const [value, count] of counts) if (count > 0 && (reached += count) >= wanted) return value;
  return null;
}

/** Kinds of joins; a text stands for itself. */
const kindOf = (join: TaskJoin): string =>
  typeof join === "string" ? join : Object.keys(join)[0]!;

/** One value of the figures of several tasks; undefined where no join makes one of them. */
function valueOf(figures: readonly Figure[]): number | null | undefined {
  const [kind, ...others] = new Set(figures.map(({ join }) => kindOf(join)));
  const units = new Set(figures.map(({ unit }) => unit));
  if (kind === undefined || others.length > 0 || units.size > 1) return undefined;
  if (kind === "task") return undefined;
  const values = known(figures);
  if (values.length === 0) return null;
  if (kind === "sum") return sum(values);
  if (kind === "maximum") return largest(values);
  if (kind === "minimum") return smallest(values);
  if (kind === "mean") return weighed(figures, terms(figures, kind), 1);
  if (kind === "share") return share(terms(figures, kind));
  if (kind === "distinct") return new Set(terms(figures, kind).flat()).size;
  if (kind === "percentile") return percentile(terms(figures, kind));
  const meanSquare = weighed(figures, terms(figures, "rms"), 2);
  return meanSquare === null ? null : Math.sqrt(meanSquare);
}

/** The name of the task that measured a value, under a key; an empty object if it is unknown. */
function named<Key extends string>(key: Key, figures: readonly Figure[], value: number | null) {
  const task = figures.find((each) => each.value === value)?.task;
  return (task === undefined || value === null ? {} : { [key]: task }) as Partial<
    Record<Key, string>
  >;
}

/** The range of a figure that is not joined. */
function apart(figures: readonly Figure[]): Values {
  const values = known(figures);
  if (values.length === 0) return { value: null };
  const [least, most] = [smallest(values), largest(values)];
  const ends = { ...named("leastAt", figures, least), ...named("mostAt", figures, most) };
  return { value: null, tasks: { count: values.length, least, most, ...ends } };
}

const EXTREMES: ReadonlySet<TaskJoin> = new Set(["maximum", "minimum"]);

/** The value of all tasks, with the task whose it is where one alone decides. */
function joinedValue(figures: readonly Figure[], value: number | null): Values {
  const isExtreme = figures.length > 1 && EXTREMES.has(figures[0]!.join);
  return { value: rounded(value), ...(isExtreme ? named("at", figures, value) : {}) };
}

/** A stage's join with the other measures of a task that it uses; `task` if one is missing. */
function taken(join: StageJoin, measures: readonly TaskMeasure[]): TaskJoin {
  if (typeof join === "string") return join;
  const of = (name: string): number =>
    measures.find((measure) => measure.name === name)?.value ?? Number.NaN;
  if ("share" in join) {
    const { part, whole, times } = join.share;
    return of(whole) >= 0 ? { share: { part: of(part), whole: of(whole), times } } : "task";
  }
  if ("mean" in join) return of(join.mean) >= 0 ? { mean: of(join.mean) } : "task";
  return of(join.rms) >= 0 ? { rms: of(join.rms) } : "task";
}

/** Counts as they are, others to seven digits, as programs write them. */
const rounded = (value: number | null): number | null =>
  value === null || Number.isInteger(value) ? value : Number(value.toPrecision(7));

const MOST_LABEL = 100;

/** The label of a figure, and the strictest of its bounds. */
function statedOf(figures: readonly TaskMeasure[]): Measure {
  const [{ name, unit }] = figures as readonly [TaskMeasure];
  const labels = [...new Set(figures.map(({ label }) => label))];
  const least = figures.flatMap((each) => each.least ?? []);
  const most = figures.flatMap((each) => each.most ?? []);
  return {
    name,
    label: labels.join(" · ").slice(0, MOST_LABEL),
    value: null,
    unit,
    ...(least.length === 0 ? {} : { least: largest(least) }),
    ...(most.length === 0 ? {} : { most: smallest(most) }),
    ...(figures.every(({ optional }) => optional) ? { optional: true } : {}),
  };
}

/**
 * The measures of a run: those of its tasks joined by name, as the stage declares it, else as the
 * program does; what neither says is not joined, and its tasks' values are told. Those of one task
 * and of the collect call are those of the whole already. `names` are the tasks'.
 */
export function joinMeasures(
  tasks: readonly (readonly TaskMeasure[])[],
  collected: readonly TaskMeasure[] = [],
  joins: Readonly<Record<string, StageJoin>> = {},
  names: readonly string[] = [],
): Measure[] {
  const all = tasks.flatMap((measures, at) =>
    measures.map((stated) => {
      const declared = joins[stated.name];
      const join = declared === undefined ? (stated.join ?? "task") : taken(declared, measures);
      return { stated, figure: { ...stated, join, task: names[at] } };
    }),
  );
  const joined = new Map<string, Measure>();
  for (const [name, same] of Map.groupBy(all, ({ stated }) => stated.name)) {
    const figures = same.map(({ figure }) => figure);
    const value = tasks.length === 1 ? figures[0]!.value : valueOf(figures);
    const values = value === undefined ? apart(figures) : joinedValue(figures, value);
    joined.set(name, { ...statedOf(same.map(({ stated }) => stated)), ...values });
  }
  for (const measure of collected)
    joined.set(measure.name, { ...statedOf([measure]), value: measure.value });
  return [...joined.values()];
}
