import { resolve } from "node:path";
import { MagicString } from "magic-string";
import type { Plugin } from "vite";
import { findMessages } from "./find-messages.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const RUNTIME = resolve(ROOT, "apps/web/src/ui/language");

/** The sources whose texts people see: the pages, and labels that they share with the server. */
export const SOURCES: readonly string[] = [
  "apps/web/src/**/*.{ts,tsx}",
  "packages/contract/src/calibrations/*.ts",
  "packages/contract/src/cold/cold-state.ts",
  "packages/contract/src/instructions/*.ts",
  "packages/contract/src/news.ts",
  "packages/contract/src/processing/{action-needs,cloud-findings,custom-processing,job-actions,job-tooltip,measures,offered-actions}.ts",
  "packages/contract/src/uploads/{stored-verification,update-difference,upload-status}.ts",
  "packages/upload-engine/src/core/state/upload-snapshot.ts",
  "packages/plan/src/{load/load-outcome,state/at-hand}.ts",
].map((pattern) => resolve(ROOT, pattern));

/** Of them those that hold no person's text: the runtime, tests, and what calls say of themselves. */
export const OTHERS = /\/ui\/language\/|\.test\.|\/testing\/|[-/]endpoints\.ts$/;

/**
 * Has the texts of the screens looked up in the catalogue of the person's language. The sources keep
 * their plain English: `"Close"` becomes `message("Close")`, a template becomes its message with its
 * values, and an element's children become one message where text stands among them.
 */
export function messages(): Plugin {
  return {
    name: "messages",
    enforce: "pre",
    transform: {
      filter: { id: [...SOURCES] },
      handler(source, id) {
        const [file = id] = id.split("?");
        if (OTHERS.test(file)) return null;
        const code = translated(file, source, RUNTIME);
        return code === undefined
          ? null
          : { code: code.toString(), map: code.generateMap({ source: file, hires: true }) };
      },
    },
  };
}

/**
 * A source with its texts as calls of the modules `language.ts` and `children.ts` in the folder
 * `runtime`; undefined where it has none.
 */
export function translated(file: string, source: string, runtime: string): MagicString | undefined {
  // `plural` itself looks up what it counts.
  const found = findMessages(file, source).filter(({ kind }) => kind !== "noun");
  if (found.length === 0) return undefined;
  const code = new MagicString(source);
  for (const { kind, message, start, end, values } of found) {
    const call = kind === "children" ? "$children" : "$message";
    const isAttribute = kind === "literal" && source.slice(0, start).endsWith("=");
    const [open, close] = kind === "children" || isAttribute ? ["{", "}"] : ["", ""];
    let before = `${open}${call}(${JSON.stringify(message)}`;
    let at = start;
    for (const value of values) {
      code.remove(at, value.start);
      code.appendRight(at, `${before}, `);
      before = "";
      at = value.end;
    }
    if (at < end) code.remove(at, end);
    code.appendRight(at, `${before})${close}`);
  }
  const kinds = new Set(found.map(({ kind }) => kind));
  if (kinds.has("children")) code.prepend(imported("children", `${runtime}/children.ts`));
  if (kinds.has("literal")) code.prepend(imported("message", `${runtime}/language.ts`));
  return code;
}

const imported = (name: string, from: string): string =>
  `import { ${name} as $${name} } from ${JSON.stringify(from)};`;
