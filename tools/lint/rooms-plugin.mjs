import { relative, sep } from "node:path";
import { importFault, roomOf } from "./rooms.mjs";

const rule = {
  create(context) {
    const path = relative(context.cwd, context.filename).split(sep).join("/");
    const check = (node) => {
      const specifier = node?.source?.value;
      if (typeof specifier !== "string") return;
      const message = importFault(path, specifier);
      if (message !== undefined) context.report({ node: node.source, message });
    };
    return {
      Program(node) {
        if (roomOf(path) === undefined)
          context.report({ node, message: `${path} is in no room of the house` });
      },
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const plugin = { meta: { name: "house" }, rules: { rooms: rule } };
// oxlint-disable-next-line import/no-default-export -- the form that oxlint loads plugins in
export default plugin;
