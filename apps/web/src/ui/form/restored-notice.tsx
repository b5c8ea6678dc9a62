import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";

interface RestoredNoticeProps {
  readonly onDiscard: () => void;
  /** Takes the notice away, where it can be. */
  readonly onClose?: () => void;
  /** What is back. */
  readonly text?: string;
}

/** That a page begins with what was done on it before and not saved. */
export function RestoredNotice(props: RestoredNoticeProps) {
  const { onDiscard, onClose, text = "Your unsaved entries are restored." } = props;
  return (
    <Alert
      variant="outlined"
      severity="info"
      action={
        <>
          <Button color="inherit" size="small" onClick={onDiscard}>
            Discard it
          </Button>
          {onClose === undefined ? null : (
            <Button color="inherit" size="small" onClick={onClose}>
              Keep it
            </Button>
          )}
        </>
      }
    >
      {text}
    </Alert>
  );
}
