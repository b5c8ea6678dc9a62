import { parseSync } from "vite";

interface Span {
  /** Offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export interface Node extends Span {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A node on the way from the root, and the property of its parent that holds it. */
export interface Step {
  readonly node: Node;
  readonly as: string;
}

/** Calls `visit` for each node of a source that is no type and no import, inner ones first. */
export function walkSource(
  file: string,
  source: string,
  visit: (step: Step, above: readonly Step[]) => void,
): void {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  walk({ node: program as unknown as Node, as: "" }, [], visit);
}

function walk(
  step: Step,
  above: readonly Step[],
  visit: (step: Step, above: readonly Step[]) => void,
): void {
  const { node } = step;
  if (isForCompiler(node)) return;
  const inner = [...above, step];
  for (const [as, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) walk({ node: child, as }, inner, visit);
  visit(step, above);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Nodes of TypeScript that hold an expression. */
const KEPT: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSInstantiationExpression",
]);

function isForCompiler({ type, source }: Node): boolean {
  if (type.startsWith("TS")) return !KEPT.has(type);
  return (
    type === "ImportDeclaration" ||
    type === "ImportExpression" ||
    (type.startsWith("Export") && isNode(source))
  );
}

/** The name of an identifier, a key or an attribute. */
export const nameOf = (node: unknown): string => {
  const { name, value } = node as { readonly name?: unknown; readonly value?: unknown };
  for (const each of [name, value]) if (typeof each === "string") return each;
  return "";
};

export const textOf = (node: unknown, source: string): string => {
  const { start, end } = node as Span;
  return source.slice(start, end);
};
