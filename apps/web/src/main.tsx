import { createRoot } from "react-dom/client";
import "./platform/zod-without-eval.ts";
import { App } from "./app/app.tsx";
import { createAppRouter } from "./app/routes/router.tsx";
import { startServices } from "./app/start.ts";
import { UnreachablePage } from "./app/pages/unreachable-page.tsx";
import { loadConfig } from "./platform/config/config.ts";

const root = createRoot(document.querySelector("#root")!);
try {
  const config = await loadConfig((input, init) => fetch(input, init));
  root.render(<App services={startServices(config)} router={createAppRouter()} />);
} catch {
  root.render(<UnreachablePage />);
}
