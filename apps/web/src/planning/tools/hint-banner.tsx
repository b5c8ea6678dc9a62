import Alert from "@mui/material/Alert";

/** What to do next; announced when it changes. */
export function HintBanner({ text }: { readonly text: string }) {
  return (
    <Alert
      severity="info"
      variant="outlined"
      role="presentation"
      sx={{ py: 0, "& .MuiAlert-message": { py: 0.75 }, "& .MuiAlert-icon": { py: 0.75 } }}
    >
      <output>{text}</output>
    </Alert>
  );
}
