import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";

/** A spinner with its text, announced to assistive technology. */
export function Waiting({ text, fill = false }: { text: string; fill?: boolean }) {
  return (
    <Box
      component="output"
      sx={{
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        gap: 1.5,
        color: "text.secondary",
        ...(fill ? { py: 10 } : {}),
      }}
    >
      <CircularProgress size={fill ? 28 : 16} aria-hidden="true" />
      <span>{text}</span>
    </Box>
  );
}
