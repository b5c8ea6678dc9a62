import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** The mark of the product: an aircraft above the strip that it scans. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#1d4380" />
      <path d="M3 27 13 9h6l10 18z" fill="#ffc629" opacity=".28" />
      <path
        d="M6.5 27 14.6 12.500M12.8 27 15.4 13M19.2 27 16.6 13M25.5 27 17.4 12.5"
        stroke="#ffc629"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeDasharray=".1 2.6"
      />
      <path
        d="M16 3.200c.9 0 1.2 1.3 1.2 2.600v.9l7.3 3.500v1.700l-7.3-1.900v2.900l1.8 1.400v1.200l-3-.8-3 .8v-1.200l1.8-1.400v-2.900l-7.3 1.900v-1.700l7.3-3.500v-.9c0-1.3.3-2.6 1.2-2.600z"
        fill="#fff"
      />
    </svg>
  );
}

interface FullPageProps {
  /** The page's heading. */
  readonly title: string;
  readonly children?: ReactNode;
}

/** A page without the shell, for before and after a session. */
export function FullPage({ title, children }: FullPageProps) {
  return (
    <Box
      component="main"
      sx={[
        {
          minHeight: "100dvh",
          display: "grid",
          placeItems: "center",
          // A card wider than the window shrinks with it.
          gridTemplateColumns: "minmax(0, 1fr)",
          p: 2,
          bgcolor: "primary.dark",
        },
        (theme) => theme.applyStyles("dark", { bgcolor: "background.default" }),
      ]}
    >
      <Paper
        elevation={8}
        sx={{
          width: "100%",
          maxWidth: 440,
          p: { xs: 3, sm: 5 },
          textAlign: "center",
          borderRadius: 3,
        }}
      >
        <Logo size={64} />
        <Typography variant="h1" sx={{ mt: 2, mb: 2, fontSize: "1.6rem" }}>
          {title}
        </Typography>
        {children}
      </Paper>
    </Box>
  );
}
