import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ApiProvider } from "../platform/api/api.ts";
import { ConfigProvider } from "../platform/config/config.ts";
import { ReauthenticationProvider } from "../platform/session/reauthentication.ts";
import { SessionProvider } from "../platform/session/session.ts";
import { Theme } from "../ui/theme/theme-provider.tsx";
import { SnackbarProvider } from "../ui/feedback/snackbar.tsx";
import type { createAppRouter } from "./routes/router.tsx";
import type { Services } from "./start.ts";

interface AppProps {
  readonly services: Services;
  readonly router: ReturnType<typeof createAppRouter>;
}

export function App({ services, router }: AppProps) {
  return (
    <Theme>
      <ConfigProvider value={services.config}>
        <SessionProvider value={services.session}>
          <ReauthenticationProvider value={services.reauthentication}>
            <ApiProvider value={services.api}>
              <QueryClientProvider client={services.queries}>
                <SnackbarProvider>
                  <RouterProvider router={router} />
                </SnackbarProvider>
              </QueryClientProvider>
            </ApiProvider>
          </ReauthenticationProvider>
        </SessionProvider>
      </ConfigProvider>
    </Theme>
  );
}
