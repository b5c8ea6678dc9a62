import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ConfigProvider } from "../../../platform/config/config-context.tsx";
import { SAMPLE_CONFIG } from "../../../platform/config/testing/sample-config.ts";
import { theme } from "../../../ui/look/theme.ts";
import { SnackbarProvider } from "../../../ui/snackbar/snackbar-provider.tsx";

/** Draws a component in the application's look; what it returns takes it away again. */
export function mount(node: ReactNode): () => void {
  const place = document.createElement("div");
  place.style.cssText = "display:flex;flex-direction:column;height:100vh";
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <ConfigProvider value={SAMPLE_CONFIG}>
        <SnackbarProvider>{node}</SnackbarProvider>
      </ConfigProvider>
    </ThemeProvider>,
  );
  return () => {
    root.unmount();
    place.remove();
  };
}
