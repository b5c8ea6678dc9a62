import { resolve } from "node:path";
import { MagicString } from "magic-string";
import { type ESTree, parseSync, type Plugin } from "vite";
import { endpoints } from "../packages/contract/src/endpoints.ts";

const ENDPOINTS = resolve(import.meta.dirname, "../packages/contract/src/endpoints.ts");

/**
 * Leaves the server's part of the contract out of the pages: it validates, the pages have their types.
 *
 * - An endpoint is what a call needs of it: method, services, path, and whether there is a reply.
 * - Schemas that no page reads are dropped. Each is a chain of calls of which a bundler cannot know that
 *   they do nothing else; within a pure call it drops them with it.
 */
export function pagesContract(): Plugin {
  return {
    name: "pages' contract",
    enforce: "pre",
    load: {
      filter: { id: ENDPOINTS },
      handler: () => ({
        code: `export const endpoints = ${JSON.stringify(table())};`,
        moduleType: "js",
      }),
    },
    transform: {
      filter: { id: /\/packages\/(contract|plan|survey)\/src\/.*\.ts$/ },
      handler(source, id) {
        const code = withPureConstants(id, source);
        return { code: code.toString(), map: code.generateMap({ source: id, hires: true }) };
      },
    },
  };
}

const table = (): object =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, { method, services, path, ...shapes }]) => [
      name,
      { method, services, path, ...("reply" in shapes && { reply: true }) },
    ]),
  );

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression", "ClassExpression"]);

/** Whether calls are made where a constant is; a call in a regular expression or a text does no harm. */
const isMadeByCalls = ({ type, start, end }: ESTree.Expression, source: string): boolean =>
  !FUNCTIONS.has(type) && source.slice(start, end).includes("(");

/** A module whose constants that calls make go with their last user. */
export function withPureConstants(file: string, source: string): MagicString {
  const code = new MagicString(source);
  for (const statement of parseSync(file, source).program.body) {
    const declared =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { init } of declared.declarations) {
      if (init == null || !isMadeByCalls(init, source)) continue;
      code.appendLeft(init.start, "/* @__PURE__ */ (() => (").appendRight(init.end, "))()");
    }
  }
  return code;
}
