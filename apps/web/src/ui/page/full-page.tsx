import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

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
