import type { ServerResponse } from "node:http";
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

/** How Vite's server names the module that a worker starts with. */
const WORKER = /^\/(?<path>.+\.worker\.ts)\?worker_file&type=module$/;

/**
 * Serves each worker as one file, as it is shipped: module by module, one that reads a folder would
 * ask for a hundred each time that it starts.
 */
export function bundledWorkers(define: Readonly<Record<string, string>>): Plugin {
  const bundles = new Map<string, Promise<string>>();
  return {
    name: "bundled-workers",
    configureServer: ({ config: { root }, middlewares }) => {
      middlewares.use((request, response, next) => {
        const path = WORKER.exec(request.url ?? "")?.groups?.["path"];
        if (path === undefined) return next();
        const bundle = bundles.get(path) ?? bundled(root, path, define);
        bundles.set(path, bundle);
        void answer(bundle, response, next);
      });
    },
  };
}

async function answer(
  bundle: Promise<string>,
  response: ServerResponse,
  next: (error: unknown) => void,
): Promise<void> {
  try {
    const code = await bundle;
    response.setHeader("content-type", "text/javascript");
    response.end(code);
  } catch (error) {
    next(error);
  }
}

async function bundled(
  root: string,
  path: string,
  define: Readonly<Record<string, string>>,
): Promise<string> {
  const result = (await build({
    configFile: false,
    root,
    logLevel: "warn",
    define,
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: "es2023",
      // What a worker reads beside its code comes in it.
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: { input: resolve(root, path), output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}
