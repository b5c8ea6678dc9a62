import { isText } from "./is-text.ts";
import { jsxText } from "./jsx-text.ts";
import { textOf, walkSource, type Node, type Step } from "./syntax.ts";

/**
 * A text of the screens in a source file. In its message a value stands as `{0}`, `{1}`, …; a brace
 * of its own is doubled.
 *
 * - `literal`: a string, or a template with its values between the pieces
 * - `children`: the children of an element, where text stands among them
 * - `noun`: what `plural` counts, in the singular
 *
 * Which strings count is told in {@link isText}.
 */
export interface FoundMessage {
  readonly kind: "literal" | "children" | "noun";
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Where its values stand, in the order of their numbers. */
  readonly values: readonly Node[];
}

/** The texts of a source file, those within the values of others too, in the order of their ends. */
export function findMessages(file: string, source: string): readonly FoundMessage[] {
  const found: FoundMessage[] = [];
  walkSource(file, source, (step, above) => {
    const message = messageOf(step, above, source);
    if (message !== undefined) found.push(message);
  });
  return found;
}

function messageOf(step: Step, above: readonly Step[], source: string): FoundMessage | undefined {
  const { node } = step;
  if (node.type === "JSXElement" || node.type === "JSXFragment") return ofChildren(node, source);
  const template = templateOf(node);
  if (template === undefined) return undefined;
  const place = { start: node.start, end: node.end };
  const noun = nounOf(step, above, source);
  if (noun !== undefined) return { kind: "noun", message: noun, values: [], ...place };
  if (!isText(template.message, step, above, source)) return undefined;
  return { kind: "literal", ...template, ...place };
}

/** The singular in `plural(count, "flight", "flights")`, with the sense that may follow. */
function nounOf({ node }: Step, above: readonly Step[], source: string): string | undefined {
  const call = above.at(-1)?.node;
  if (call?.type !== "CallExpression") return undefined;
  if (!/^plural(?:Total)?$/.test(textOf(call["callee"], source))) return undefined;
  const [, singular, , sense] = call["arguments"] as readonly (Node | undefined)[];
  if (singular !== node) return undefined;
  return `${String(node["value"])}${sense === undefined ? "" : ` (${String(sense["value"])})`}`;
}

type Template = Pick<FoundMessage, "message" | "values">;

function templateOf(node: Node): Template | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string")
    return { message: escaped(node["value"]), values: [] };
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = node["quasis"] as readonly { value: { cooked: string } }[];
  const message = quasis
    .map(({ value }, at) => `${at === 0 ? "" : `{${at - 1}}`}${escaped(value.cooked)}`)
    .join("");
  return { message, values: node["expressions"] as readonly Node[] };
}

/** A brace of the text itself is no value. */
const escaped = (text: string): string => text.replaceAll(/[{}]/g, (brace) => `{${brace}}`);

/** The children of an element as one message, where text stands among them. */
function ofChildren(node: Node, source: string): FoundMessage | undefined {
  // Text in an element of code is for programs.
  if (/^<(?:code|style|kbd|samp)\b/.test(textOf(node, source))) return undefined;
  const children = node["children"] as readonly Node[];
  const parts: string[] = [];
  const values: Node[] = [];
  let hasText = false;
  for (const child of children) {
    const text = childText(child);
    if (text !== undefined) {
      parts.push(escaped(text));
      hasText ||= /\p{L}{2}/u.test(text);
      continue;
    }
    const value = child.type === "JSXExpressionContainer" ? (child["expression"] as Node) : child;
    if (value.type === "JSXEmptyExpression") continue;
    parts.push(`{${values.length}}`);
    values.push(value);
  }
  if (!hasText) return undefined;
  const [first, last] = [children[0]!, children.at(-1)!];
  return { kind: "children", message: parts.join(""), start: first.start, end: last.end, values };
}

/** The text of a child; undefined where it is a value. */
function childText(child: Node): string | undefined {
  if (child.type === "JSXText") return jsxText(String(child["raw"] ?? child["value"]));
  if (child.type !== "JSXExpressionContainer") return undefined;
  const { type, value } = child["expression"] as Node;
  return type === "Literal" && typeof value === "string" && value.trim() === "" ? value : undefined;
}
