import { parameterFault, type Preflight, type StageParameter } from "@swath/contract/processing";

type Value = string | number;
type Parameters = Preflight["Parameters"];

/** What an order says beyond that all of a job runs by the defaults of its stage. */
export interface ChosenOrder {
  readonly params: Readonly<Record<string, Value>>;
  readonly onlyTasks?: readonly string[];
}

/** What somebody has chosen: texts of the fields by their names. */
export interface Choice {
  readonly onlyFailed: boolean;
  readonly texts: Readonly<Record<string, string>>;
}

/** The fields as they open: the values of the last attempt, else the defaults. */
export const textsOf = (parameters: Parameters): Choice["texts"] =>
  Object.fromEntries(
    parameters.map(({ Name, Declared, Last }) => [Name, String(Last ?? Declared.default)]),
  );

export const defaultsOf = (parameters: Parameters): Choice["texts"] =>
  Object.fromEntries(parameters.map(({ Name, Declared }) => [Name, String(Declared.default)]));

/** A field's value; a number as it is written in any of the usual ways. */
export function valueOf({ type }: StageParameter, text: string): Value {
  if (type === "choice") return text;
  const plain = text.trim().replace(",", ".");
  return plain === "" ? Number.NaN : Number(plain);
}

/** What is wrong with a field. */
export const fieldFault = (declared: StageParameter, text: string): string | undefined =>
  parameterFault(declared, valueOf(declared, text));

/** Whether every field may be sent; those of the failed files are not. */
export const isSendable = (parameters: Parameters, { onlyFailed, texts }: Choice): boolean =>
  onlyFailed ||
  parameters.every(({ Name, Declared }) => fieldFault(Declared, texts[Name] ?? "") === undefined);

/**
 * The order of a choice; undefined for all files by the defaults, which is the specified call.
 * The failed files run by the parameters of the attempt whose other outputs are carried over.
 */
export function orderOf(
  { Parameters, FailedTasks }: Pick<Preflight, "Parameters" | "FailedTasks">,
  { onlyFailed, texts }: Choice,
): ChosenOrder | undefined {
  if (onlyFailed && FailedTasks !== null) return { params: {}, onlyTasks: FailedTasks.Names };
  const changed = Parameters.flatMap(({ Name, Declared }) => {
    const value = valueOf(Declared, texts[Name] ?? "");
    return value === Declared.default ? [] : [[Name, value] as const];
  });
  return changed.length === 0 ? undefined : { params: Object.fromEntries(changed) };
}
