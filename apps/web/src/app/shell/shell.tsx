import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { styled } from "@mui/material/styles";
import { SystemNotice } from "../../administration/system-notice.tsx";
import { useDemonstration } from "../../tour/demonstration.tsx";
import { useRunningUploads } from "../../upload/engine/running-uploads.ts";
import { lazyPart } from "../../ui/load-part.ts";
import { useOnline } from "../../ui/use-environment.ts";
import { Header } from "./header.tsx";

const UploadTray = lazyPart(() => import("../../upload/tray/upload-tray.tsx"), "UploadTray");

/** Loaded with the first upload of the tab. */
const Tray = (): ReactNode => (useRunningUploads().length === 0 ? null : <UploadTray />);

/** No event tells that the focused element was removed, hidden or disabled. */
const CHECK_MS = 200;
/** A button that is disabled while its command runs is given this long to come back. */
const DISABLED_MS = 1_000;

/**
 * Keeps the keyboard's place where the focused element goes away: after a route change, behind a
 * dialog whose opener is disabled by then, on a button that is disabled while it works. Without it
 * focus falls to the body, and the next Tab begins at the top of the page.
 * Rules web-ui/F1 to F4.
 */
export function useRestoredFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    let disabledAt: number | undefined;
    const remember = ({ target }: FocusEvent): void => {
      last = target as Element | null;
      disabledAt = undefined;
    };
    const check = (): void => {
      if (last === null || document.activeElement !== document.body) return;
      const gone = !last.isConnected || !last.checkVisibility();
      if (!gone && last.matches(":disabled")) {
        disabledAt ??= performance.now();
        if (performance.now() - disabledAt < DISABLED_MS) return;
      } else if (!gone) {
        // Enabled again it gets the focus back; after a click beside everything nothing has it.
        if (disabledAt !== undefined) (last as HTMLElement).focus({ preventScroll: true });
        disabledAt = undefined;
        return;
      }
      focusMain(main.current);
    };
    document.addEventListener("focusin", remember);
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener("focusin", remember);
    };
  }, [main]);
}

/** Under an open dialog the main part is hidden, and takes no focus (web-ui/F4). */
function focusMain(main: HTMLElement | null): void {
  if (main?.closest("[aria-hidden=true], [inert]") === null) main.focus({ preventScroll: true });
}

/** Says so while there is no network. */
function OfflineNotice() {
  const online = useOnline();
  return (
    <output>
      {online ? null : (
        <Alert severity="warning" square>
          You are offline. What you see may be out of date; it loads again when the network is back.
        </Alert>
      )}
    </output>
  );
}

const SkipLink = styled("a")(({ theme }) => ({
  position: "absolute",
  left: 12,
  top: -60,
  zIndex: theme.zIndex.tooltip,
  padding: "10px 16px",
  borderRadius: 6,
  background: "#ffc629",
  color: "#12203a",
  fontWeight: 650,
  "&:focus": { top: 6 },
}));

interface ShellProps {
  /** What is the matter, above the page. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

/** What surrounds every page of a signed-in user. */
export function Shell({ notice, children }: ShellProps) {
  const main = useRef<HTMLElement>(null);
  useRestoredFocus(main);
  const { banner, tour } = useDemonstration();
  return (
    <Box sx={{ minHeight: "100vh", display: "flex", flexDirection: "column" }}>
      <SkipLink href="#content">Skip to content</SkipLink>
      <Header />
      <OfflineNotice />
      <SystemNotice />
      {notice}
      {banner}
      <Box
        component="main"
        ref={main}
        id="content"
        tabIndex={-1}
        sx={{ flex: 1, minWidth: 0, display: "flex", flexDirection: "column", outline: "none" }}
      >
        {children}
      </Box>
      <Tray />
      {tour}
    </Box>
  );
}
