import { posix, relative, sep } from "node:path";
import { folderFault } from "./folders.mjs";
import { importFault, roomOf } from "./rooms.mjs";

const pathOf = (context) => relative(context.cwd, context.filename).split(sep).join("/");

const rule = {
  create(context) {
    const path = pathOf(context);
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

const folders = {
  create(context) {
    const path = pathOf(context);
    const check = (node) => {
      const specifier = node?.source?.value;
      if (typeof specifier !== "string" || !specifier.startsWith(".")) return;
      if (node.importKind === "type" || node.exportKind === "type") return;
      const target = posix.join(posix.dirname(path), specifier.split("?")[0]);
      const message = folderFault(context.cwd, path, target);
      if (message !== undefined) context.report({ node: node.source, message });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ImportExpression: check };
  },
};

const plugin = { meta: { name: "house" }, rules: { rooms: rule, folders } };
// oxlint-disable-next-line import/no-default-export -- the form that oxlint loads plugins in
export default plugin;
