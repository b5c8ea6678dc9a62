import { resolve } from "node:path";
import MagicString from "magic-string";
import type { Plugin } from "vite";
import { findMessages } from "./find-messages.ts";

interface MessagesOptions {
  /** Patterns of sources whose texts are shown in the language of the person. */
  readonly of: string[];
  /** The module that exports `message` and `children`. */
  readonly runtime: string;
}

const WEB = resolve(import.meta.dirname, "../../apps/web/src");
const CONTRACT = resolve(import.meta.dirname, "../../packages/contract/src");

/** Those of the web application, and of the labels that it shares with the server. */
export const TEXTS: MessagesOptions = {
  of: [`${WEB}/**/*.{ts,tsx}`, `${CONTRACT}/**/*.ts`],
  runtime: resolve(WEB, "ui/language/language.ts"),
};

/** Modules whose texts are no person's: the runtime itself, tests, and summaries of endpoints. */
const OTHERS = /\/ui\/language\/|\.test\.|\/testing\/|[-/]endpoints\.ts$/;

/**
 * Has the texts of the screens looked up in the catalogue of the person's language. The sources keep
 * their plain English: `"Close"` becomes `message("Close")`, a template becomes its message with its
 * values, and an element's children become one message where text stands among them.
 */
export function messages({ of, runtime }: MessagesOptions): Plugin {
  return {
    name: "messages",
    enforce: "pre",
    transform: {
      filter: { id: of },
      handler(source, id) {
        const [file = id] = id.split("?");
        if (OTHERS.test(file)) return null;
        const code = translated(file, source, runtime);
        return code === undefined
          ? null
          : { code: code.toString(), map: code.generateMap({ source: file, hires: true }) };
      },
    },
  };
}

/** A source with its texts as calls of the runtime; undefined where it has none. */
export function translated(file: string, source: string, runtime: string): MagicString | undefined {
  // `plural` itself looks up what it counts.
  const found = findMessages(file, source).filter(({ kind }) => kind !== "noun");
  if (found.length === 0) return undefined;
  const code = new MagicString(source);
  for (const { kind, message, start, end, values } of found) {
    const call = kind === "children" ? "$children" : "$message";
    const isAttribute = kind === "literal" && source.slice(0, start).endsWith("=");
    const [open, close] = kind === "children" || isAttribute ? ["{", "}"] : ["", ""];
    const begin = `${open}${call}(${JSON.stringify(message)}`;
    let at = start;
    let before = begin;
    for (const value of values) {
      code.remove(at, value.start);
      code.appendRight(at, `${before}, `);
      before = "";
      at = value.end;
    }
    if (at < end) code.remove(at, end);
    code.appendRight(at, `${before})${close}`);
  }
  code.prepend(
    `import { message as $message, children as $children } from ${JSON.stringify(runtime)};`,
  );
  return code;
}
