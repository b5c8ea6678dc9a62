import { nameOf, textOf, type Node, type Step } from "./syntax.ts";

/** Attributes and properties whose strings people read. */
const READ_NAMES =
  /^(?:alt|allLabel|aria-description|aria-label|aria-roledescription|caption|cancel|children|confirm|description|detail|empty|failed|heading|help|helperText|hint|label|loading|name|noOptionsText|none|note|placeholder|primary|question|reason|secondary|subtitle|summary|text|tip|title|unit|why|word)$/;
/** Those whose strings programs read, although words with spaces may stand there. */
const CODE_NAMES =
  /^(?:algorithm|areas|as|className|code|component|d|event|field|form|format|href|id|key|kind|method|path|pattern|property|rel|role|sort|src|target|to|tracks|type|value|variant|viewBox|data-.*|aria-(?:current|live|haspopup|controls|labelledby))$/;
/** Those that hold styles, and functions that take them. */
const STYLE_NAMES = /^(?:sx|style|css)$/;
const STYLE_CALLS = /^(?:styled\b|createTheme|endpoint$)/;
/** Functions whose strings programs read. */
const CODE_CALLS =
  /^(?:\w*Error|lazyPage|css|keyframes|Set|Map|RegExp|URL|URLSearchParams|Worker|BroadcastChannel|CustomEvent|Event|Intl\.\w+|Symbol|fetch|require|cell|sortOf|filtered|dateRow|createElement|plural|pluralTotal|z\..*)$|\.(?:addEventListener|removeEventListener|getContext|get|set|has|delete|startsWith|endsWith|includes|indexOf|split|join|replace|replaceAll|match|test|createElement|querySelector|querySelectorAll|closest|setAttribute|getAttribute|removeItem|getItem|setItem|textOf|postMessage|request|transaction|objectStore|matchMedia)$/s;
const COMPARISON = /^(?:[=!]==?|in|instanceof|[<>])$/;

/** What the surroundings of a string say: people read it, programs do, it is `chosen`, or nothing. */
type Place = "read" | "code" | "chosen" | "open";

/**
 * Whether people read a string or template, by where it stands and what it looks like:
 *
 * 1. Never one that a program reads: imports, types, keys, comparisons, styles, thrown errors, and
 *    {@link CODE_NAMES} and {@link CODE_CALLS}.
 * 2. Always one among the children of an element, in an attribute or property of {@link READ_NAMES},
 *    or put into another text.
 * 3. Elsewhere a sentence: words with spaces between them.
 * 4. Of what a condition chooses, a function returns, or a record or an array holds, a capitalised
 *    word too, a value beside a word, and a piece that begins or ends with a space.
 *
 * A comment before it, or before the list that holds it, decides otherwise: `/* text *\/ "awaits"` is
 * read, and `/* code *\/ ["Line", "From"]` are not.
 */
export function isText(
  message: string,
  step: Step,
  above: readonly Step[],
  source: string,
): boolean {
  const said = comment(step, above, source);
  if (said !== undefined) return said === "text";
  if (!/\p{L}{2}/u.test(message.replaceAll(/\{\d+\}/g, "")) || isColour(message)) return false;
  const place = placeOf(step, above, source);
  if (place === "code") return false;
  if (place === "read") return !/^[a-z]+[A-Z]\w*$|^\{0\}\.\w+$/.test(message);
  if (isSentence(message)) return true;
  return place === "chosen" && PIECE.test(message);
}

/** A capitalised word, what begins or ends with a space, and a value beside a word. */
const PIECE =
  /^\p{Lu}\p{Ll}+…?$|^[,;:.]?\s\p{L}|\p{L}[,;:]?\s$|^(?!\$)[^#%]*(?:\{\d+\} \p{L}|\p{L} \{\d+\})/u;

const LISTS = /^(?:Array|Object|Parenthesized)Expression$|^Property$|^TSAsExpression$/;

/** What a comment says of a string: one just before it, or before the list that holds it. */
function comment({ node }: Step, above: readonly Step[], source: string): string | undefined {
  const before = source.slice(Math.max(0, node.start - 24), node.start);
  const said = /\/\* (text|code) \*\/\s*$/.exec(before)?.[1];
  const outer = above.at(-1);
  if (said !== undefined || outer === undefined || !LISTS.test(outer.node.type)) return said;
  return comment(outer, above.slice(0, -1), source);
}

const isColour = (message: string): boolean => /^#[\da-f]{3,8}$/i.test(message);

/** Words with spaces between them, which no style sheet holds. */
function isSentence(message: string): boolean {
  if (/^\p{Lu}[\p{L}'’]* \S/u.test(message)) return true;
  const words = message.split(/\s+/).filter((word) => /^\p{Ll}[\p{L}'’]*[.,;:…]*$/u.test(word));
  return (
    words.length >= 2 &&
    /\{\d+\}|[.,;:]|\p{Lu}|^\S+ \S+ \S+/u.test(message) &&
    !/[#%]|\dpx|\dfr|var\(|\bsolid\b/.test(message)
  );
}

const TRANSPARENT: ReadonlySet<string> = new Set([
  "JSXExpressionContainer",
  "ParenthesizedExpression",
  "SpreadElement",
  "TSAsExpression",
  "TSSatisfiesExpression",
]);

function placeOf(step: Step, above: readonly Step[], source: string): Place {
  if (isInStyle(above, source)) return "code";
  let { as } = step;
  let isChosen = false;
  for (let at = above.length - 1; at >= 0; at--) {
    const outer = above[at]!;
    const { node } = outer;
    if (node.type === "ConditionalExpression" && as === "test") return "code";
    if (node.type === "BinaryExpression" && COMPARISON.test(String(node["operator"])))
      return "code";
    if (node.type === "TemplateLiteral" && isWhole(outer, above.slice(0, at), source))
      return "read";
    if (/^(?:Array|Conditional|Logical|Binary)Expression$|^TemplateLiteral$/.test(node.type))
      isChosen = true;
    else if (!TRANSPARENT.has(node.type)) return placeWithin(node, as, { step, source, isChosen });
    ({ as } = outer);
  }
  return "open";
}

/** Whether a template is a text itself. */
function isWhole({ node, as }: Step, above: readonly Step[], source: string): boolean {
  const pieces = (node["quasis"] as readonly { value: { cooked: string } }[]).map(
    ({ value }) => value.cooked,
  );
  return isText(pieces.join("{0}"), { node, as }, above, source);
}

interface Inner {
  readonly step: Step;
  readonly source: string;
  readonly isChosen: boolean;
}

/** What the first node says that is more than a choice. */
function placeWithin(node: Node, as: string, { step, source, isChosen }: Inner): Place {
  const open = isChosen ? "chosen" : "open";
  switch (node.type) {
    case "JSXElement":
    case "JSXFragment":
      return "read";
    case "JSXAttribute":
      return placeByName(nameOf(node["name"]), step.node);
    case "Property":
      return as === "key" ? "code" : placeByName(nameOf(node["key"]), step.node);
    case "CallExpression":
    case "NewExpression":
      return as === "callee" || CODE_CALLS.test(textOf(node["callee"], source)) ? "code" : open;
    case "MemberExpression":
    case "SwitchCase":
    case "TaggedTemplateExpression":
    case "ThrowStatement":
      return "code";
    case "ReturnStatement":
    case "ArrowFunctionExpression":
      return "chosen";
    default:
      return open;
  }
}

/** A `name` in small letters is that of a field or a phase. */
function placeByName(name: string, { value }: Node): Place {
  if (name === "name" && typeof value === "string" && /^\p{Ll}\S*$/u.test(value)) return "code";
  return READ_NAMES.test(name) ? "read" : CODE_NAMES.test(name) ? "code" : "chosen";
}

function isInStyle(above: readonly Step[], source: string): boolean {
  return above.some(({ node }) => {
    if (node.type === "JSXAttribute") return STYLE_NAMES.test(nameOf(node["name"]));
    if (node.type === "Property") return STYLE_NAMES.test(nameOf(node["key"]));
    return node.type === "CallExpression" && STYLE_CALLS.test(textOf(node["callee"], source));
  });
}
