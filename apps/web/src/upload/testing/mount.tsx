import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ConfigProvider } from "../../platform/config/config.ts";
import { SAMPLE_CONFIG } from "../../platform/config/testing/sample-config.ts";
import { Theme } from "../../ui/theme/theme-provider.tsx";
import { SnackbarProvider } from "../../ui/feedback/snackbar.tsx";

/** Draws a component in the application's look; what it returns takes it away again. */
export function mount(node: ReactNode): () => void {
  const place = document.createElement("main");
  place.id = "content";
  place.style.cssText = "display:flex;flex-direction:column;height:100vh";
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <Theme>
      <ConfigProvider value={SAMPLE_CONFIG}>
        <SnackbarProvider>{node}</SnackbarProvider>
      </ConfigProvider>
    </Theme>,
  );
  return () => {
    root.unmount();
    place.remove();
  };
}
