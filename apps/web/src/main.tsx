import { createRoot } from "react-dom/client";
import "./platform/zod-without-eval.ts";
import { App } from "./app/app.tsx";
import { UnreachablePage } from "./app/pages/unreachable-page.tsx";
import { loadConfigWhenReachable } from "./app/reachable-config.ts";
import { createAppRouter } from "./app/routes/router.tsx";
import { startServices } from "./app/start.ts";
import { Look } from "./ui/look/look.tsx";

const root = createRoot(document.querySelector("#root")!);
const config = await loadConfigWhenReachable(() =>
  root.render(
    <Look>
      <UnreachablePage />
    </Look>,
  ),
);
root.render(<App services={startServices(config)} router={createAppRouter()} />);
