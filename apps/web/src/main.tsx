import "./platform/trusted-types.ts";
import { createRoot } from "react-dom/client";
import "./platform/zod-without-eval.ts";
import { App } from "./app/app.tsx";
import { UnreachablePage } from "./app/pages/other-pages.tsx";
import { loadConfigWhenReachable, prefetching, startServices, untilKnown } from "./app/start.ts";
import { createAppRouter } from "./app/routes/router.tsx";
import { Theme } from "./ui/theme/theme-provider.tsx";

const root = createRoot(document.querySelector("#root")!);
const config = await loadConfigWhenReachable(() =>
  root.render(
    <Theme>
      <UnreachablePage />
    </Theme>,
  ),
);
const services = startServices(config);
const prefetched = prefetching(services);
const router = createAppRouter({ prefetch: prefetched.prefetch });
void router.load();
await untilKnown(services.session, prefetched);
root.render(<App services={services} router={router} />);
