import { createRoot } from "react-dom/client";
import "./platform/zod-without-eval.ts";
import { App } from "./app/app.tsx";
import { startServices } from "./app/start.ts";
import { loadConfig } from "./platform/config/config.ts";

const root = createRoot(document.querySelector("#root")!);
root.render(
  <App services={startServices(await loadConfig((input, init) => fetch(input, init)))} />,
);
