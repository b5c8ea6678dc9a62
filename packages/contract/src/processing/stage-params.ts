import type { StageFile, StageParameter } from "./stage-file.ts";

type Value = string | number;
type Values = Readonly<Record<string, Value>>;

/** What is wrong with a value of a parameter. */
export function parameterFault(parameter: StageParameter, value: Value): string | undefined {
  if (parameter.type === "choice")
    return parameter.choices.includes(String(value))
      ? undefined
      : `must be one of ${parameter.choices.join(", ")}`;
  if (typeof value !== "number" || !Number.isFinite(value)) return "must be a number";
  const { least = -Infinity, most = Infinity } = parameter;
  if (value < least) return `must be at least ${least}`;
  return value > most ? `must be at most ${most}` : undefined;
}

/** The values of a stage's parameters, defaults where none is given; or what is wrong with those given. */
export function stageParams(
  { params }: Pick<StageFile, "params">,
  given: Values,
): { readonly values: Values } | { readonly faults: readonly string[] } {
  const faults = Object.entries(given).flatMap(([name, value]) => {
    const parameter = params[name];
    const fault = parameter === undefined ? "is no parameter" : parameterFault(parameter, value);
    return fault === undefined ? [] : [`${name} ${fault}`];
  });
  if (faults.length > 0) return { faults };
  const defaults = Object.entries(params).map(([name, each]) => [name, each.default] as const);
  return { values: { ...Object.fromEntries(defaults), ...given } };
}
