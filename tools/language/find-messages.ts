import { parseSync } from "vite";

/**
 * A text of the screens in a source file. In its message a value stands as `{0}`, `{1}`, …
 *
 * - `literal`: a string, or a template with its values between the pieces
 * - `children`: the children of an element, where text stands among them
 * - `noun`: what `plural` counts, in the singular
 */
export interface FoundMessage {
  readonly kind: "literal" | "children" | "noun";
  readonly message: string;
  /** Where it stands, offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Where its values stand, in the order of their numbers. */
  readonly values: readonly Span[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Node extends Span {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A node on the way from the root, and the property of its parent that holds it. */
interface Step {
  readonly node: Node;
  readonly as: string;
}

/** Attributes whose strings are read by people. */
const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set([
  "alt",
  "allLabel",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "caption",
  "confirm",
  "cancel",
  "children",
  "description",
  "detail",
  "empty",
  "failed",
  "heading",
  "helperText",
  "hint",
  "label",
  "loading",
  "name",
  "noOptionsText",
  "note",
  "placeholder",
  "primary",
  "reason",
  "secondary",
  "summary",
  "text",
  "tip",
  "title",
  "unit",
  "word",
  "none",
  "question",
  "subtitle",
]);
/** Properties and attributes whose strings are for programs. */
const PROGRAM_NAMES: ReadonlySet<string> = new Set([
  "algorithm",
  "align",
  "as",
  "className",
  "code",
  "color",
  "component",
  "content",
  "d",
  "event",
  "field",
  "font",
  "fontFamily",
  "form",
  "format",
  "href",
  "id",
  "key",
  "kind",
  "method",
  "path",
  "pattern",
  "property",
  "rel",
  "role",
  "severity",
  "sort",
  "src",
  "sx",
  "style",
  "slotProps",
  "target",
  "to",
  "type",
  "value",
  "variant",
  "viewBox",
  "border",
  "borderTop",
  "borderBottom",
  "borderLeft",
  "borderRight",
  "boxShadow",
  "gridTemplateColumns",
  "gridTemplateAreas",
  "gridArea",
  "outline",
  "padding",
  "margin",
  "transition",
  "track",
  "width",
  "flex",
  "gridColumn",
]);
/** Functions whose strings are for programs. */
const PROGRAM_CALLS =
  /^(?:styled|lazyPage|css|keyframes|Error|\w*Error|Set|Map|RegExp|URL|URLSearchParams|Worker|BroadcastChannel|CustomEvent|Event|Intl\.\w+|Symbol|fetch|require|cell|sortOf|filtered|dateRow|createElement)$|\.(?:addEventListener|removeEventListener|getContext|get|set|has|delete|startsWith|endsWith|includes|indexOf|split|join|replace|replaceAll|match|test|createElement|querySelector|querySelectorAll|closest|setAttribute|getAttribute|removeItem|getItem|setItem|textOf|postMessage|request|transaction|objectStore|matchMedia)$/;
const COMPARISONS: ReadonlySet<string> = new Set([
  "===",
  "!==",
  "==",
  "!=",
  "in",
  "instanceof",
  "<",
  ">",
]);

/** The texts of a source file, those within the values of others too, in the order of their ends. */
export function findMessages(file: string, source: string): readonly FoundMessage[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const found: FoundMessage[] = [];
  walk({ node: program as unknown as Node, as: "" }, [], (step, above) => {
    const message = messageOf(step, above, source);
    if (message !== undefined) found.push(message);
  });
  return found;
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

const KEPT_TYPES: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSInstantiationExpression",
]);

function isForCompiler({ type, source }: Node): boolean {
  if (type.startsWith("TS")) return !KEPT_TYPES.has(type);
  return (
    type === "ImportDeclaration" ||
    type === "ImportExpression" ||
    (/^Export/.test(type) && isNode(source))
  );
}

function messageOf(
  { node, as }: Step,
  above: readonly Step[],
  source: string,
): FoundMessage | undefined {
  if (node.type === "JSXElement" || node.type === "JSXFragment") return ofChildren(node, source);
  const template = templateOf(node);
  if (template === undefined) return undefined;
  const { message, values } = template;
  if (isNoun({ node, as }, above, source))
    return { kind: "noun", message, start: node.start, end: node.end, values };
  if (!isRead(message, { node, as }, above, source)) return undefined;
  return { kind: "literal", message, start: node.start, end: node.end, values };
}

const COUNTING = /^(?:plural|pluralTotal)$/;

/** Whether a string is the singular in `plural(count, "flight", "flights")`. */
function isNoun({ node }: Step, above: readonly Step[], source: string): boolean {
  const call = above.at(-1)!.node;
  return (
    call.type === "CallExpression" &&
    COUNTING.test(textOf(call["callee"] as Node, source)) &&
    (call["arguments"] as readonly Node[])[1] === node
  );
}

interface Template {
  readonly message: string;
  readonly values: readonly Span[];
}

function templateOf(node: Node): Template | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string")
    return { message: escaped(node["value"]), values: [] };
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = node["quasis"] as readonly (Node & { value: { cooked: string | null } })[];
  const message = quasis
    .map(
      ({ value }, at) => `${escaped(value.cooked ?? "")}${at < quasis.length - 1 ? `{${at}}` : ""}`,
    )
    .join("");
  return { message, values: node["expressions"] as readonly Node[] };
}

/** A brace of the text itself is no value. */
const escaped = (text: string): string => text.replaceAll(/[{}]/g, (brace) => `{${brace}}`);

/** Whether a text is read by people, by what it looks like and where it stands. */
function isRead(message: string, step: Step, above: readonly Step[], source: string): boolean {
  if (!/\p{L}{2}/u.test(message.replaceAll(/\{\d+\}/g, ""))) return false;
  const place = placeOf(step, above, source);
  if (place === "program") return false;
  if (place === "read") return !/^[a-z]+[A-Z]\w*$/.test(message);
  if (isSentence(message)) return true;
  // A word by itself, or a piece that is put into another text.
  return place === "chosen" && /^\p{Lu}\p{Ll}+…?$|^[,;:.]?\s\p{L}|\p{L}[,;:]?\s$/u.test(message);
}

/** Words with spaces between them, which no style sheet holds. */
function isSentence(message: string): boolean {
  if (/^\p{Lu}[\p{L}'’]* \S/u.test(message)) return true;
  const words = message.split(/\s+/).filter((word) => /^\p{Ll}[\p{L}'’]*[.,;:…]*$/u.test(word));
  return (
    words.length >= 2 &&
    /\{\d+\}|[.,;:]|\p{Lu}|^\S+ \S+ \S+/u.test(message) &&
    !/[#%]|\dpx|var\(|\bsolid\b/.test(message)
  );
}

/**
 * What a string's surroundings say: `read` by people, for a `program`, `chosen` among others as the
 * outcome of a condition, or nothing.
 */
function placeOf(
  step: Step,
  above: readonly Step[],
  source: string,
): "read" | "program" | "chosen" | "open" {
  let inner = step;
  let isChosen = false;
  for (const outer of above.toReversed()) {
    const { node } = outer;
    const { as } = inner;
    switch (node.type) {
      case "ConditionalExpression":
        if (as === "test") return "program";
        isChosen = true;
        break;
      case "LogicalExpression":
        isChosen = true;
        break;
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "ParenthesizedExpression":
      case "JSXExpressionContainer":
      case "SpreadElement":
        break;
      case "ArrayExpression":
        break;
      case "TemplateLiteral":
        isChosen = true;
        break;
      case "JSXElement":
      case "JSXFragment":
        return "read";
      case "JSXAttribute":
        return ofAttribute(nameOf(node["name"] as Node), step.node);
      case "Property":
        return as === "key"
          ? "program"
          : (within(above, source) ?? ofName(nameOf(node["key"] as Node)));
      case "BinaryExpression":
        if (COMPARISONS.has(String(node["operator"]))) return "program";
        isChosen = true;
        break;
      case "CallExpression":
      case "NewExpression":
        if (as === "callee" || COUNTING.test(textOf(node["callee"] as Node, source)))
          return "program";
        return PROGRAM_CALLS.test(textOf(node["callee"] as Node, source))
          ? "program"
          : isChosen
            ? "chosen"
            : "open";
      case "MemberExpression":
      case "SwitchCase":
      case "TaggedTemplateExpression":
      case "ThrowStatement":
        return "program";
      case "ReturnStatement":
      case "ArrowFunctionExpression":
        return within(above, source) ?? "chosen";
      default:
        return within(above, source) ?? (isChosen ? "chosen" : "open");
    }
    inner = outer;
  }
  return "open";
}

/** `program` where a string lies somewhere inside a style, or what an endpoint says of itself. */
function within(above: readonly Step[], source: string): "program" | undefined {
  const isStyle = above.some(({ node, as }) => {
    if (node.type === "JSXAttribute")
      return /^(?:sx|style|slotProps|css)$/.test(nameOf(node["name"] as Node));
    if (node.type === "Property") return /^(?:sx|style)$/.test(nameOf(node["key"] as Node));
    if (node.type === "CallExpression")
      return /^(?:styled\b|createTheme|endpoint$)/.test(textOf(node["callee"] as Node, source));
    return as === "typeAnnotation";
  });
  return isStyle ? "program" : undefined;
}

/** Names in small letters are those of fields. */
const ofAttribute = (name: string, { value }: Node): "read" | "program" | "open" =>
  name === "name" && typeof value === "string" && /^\p{Ll}/u.test(value) ? "program" : ofName(name);

function ofName(name: string): "read" | "program" | "open" {
  if (TEXT_ATTRIBUTES.has(name)) return "read";
  return PROGRAM_NAMES.has(name) ||
    /^data-|^aria-(?:current|live|haspopup|controls|labelledby)/.test(name)
    ? "program"
    : "open";
}

const nameOf = (node: Node): string => String(node["name"] ?? node["value"] ?? "");

const textOf = ({ start, end }: Span, source: string): string => source.slice(start, end);

/** The children of an element as one message, where text stands among them. */
function ofChildren(node: Node, source: string): FoundMessage | undefined {
  const children = node["children"] as readonly Node[];
  const parts: string[] = [];
  const values: Span[] = [];
  let hasText = false;
  for (const child of children) {
    const text = childText(child);
    if (text === undefined) {
      const value = valueOf(child);
      if (value === undefined) continue;
      parts.push(`{${values.length}}`);
      values.push(value);
    } else {
      parts.push(escaped(text));
      hasText ||= /\p{L}{2}/u.test(text);
    }
  }
  const message = parts.join("");
  if (!hasText || message.trim() === "") return undefined;
  const [first, last] = [children[0]!, children.at(-1)!];
  // Text in an element of code is for programs.
  const name = textOf(node, source).slice(0, 40);
  if (/^<(?:code|style|kbd|samp)\b/.test(name)) return undefined;
  return { kind: "children", message, start: first.start, end: last.end, values };
}

/** The text of a child; undefined where it is a value. */
function childText(child: Node): string | undefined {
  if (child.type === "JSXText") return jsxText(String(child["raw"] ?? child["value"]));
  if (child.type !== "JSXExpressionContainer") return undefined;
  const expression = child["expression"] as Node;
  return expression.type === "Literal" &&
    typeof expression["value"] === "string" &&
    expression["value"].trim() === ""
    ? expression["value"]
    : undefined;
}

function valueOf(child: Node): Span | undefined {
  if (child.type !== "JSXExpressionContainer") return child;
  const expression = child["expression"] as Node;
  return expression.type === "JSXEmptyExpression" ? undefined : expression;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  hellip: "…",
  lt: "<",
  nbsp: "\u00A0",
  quot: '"',
  ndash: "–",
  mdash: "—",
  times: "×",
};

/** JSX text as it is shown: lines without their indentation, joined by a blank. */
function jsxText(raw: string): string {
  const lines = raw.split("\n");
  const shown = lines
    .map((line, at) => {
      const start = at === 0 ? line : line.trimStart();
      return at === lines.length - 1 ? start : start.trimEnd();
    })
    .filter((line) => line !== "");
  return shown.join(" ").replaceAll(/&(\w+);/g, (entity, name: string) => {
    const letter = ENTITIES[name];
    if (letter === undefined) throw new Error(`the entity ${entity} is not known`);
    return letter;
  });
}
