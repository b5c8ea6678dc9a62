import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** What is lost cannot be had back. */
  readonly grave?: boolean;
}

interface Props {
  readonly question: Question;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** A question with two answers; Escape is no. */
export function ConfirmDialog({ question, onYes, onNo }: Props) {
  const title = useId();
  const text = useId();
  const grave = question.grave === true;
  return (
    <Dialog open onClose={onNo} aria-labelledby={title} aria-describedby={text} maxWidth="sm">
      <DialogTitle id={title}>{question.title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={text}>{question.text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onNo}>{question.no}</Button>
        <Button onClick={onYes} variant="contained" color={grave ? "error" : "primary"}>
          {question.yes}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
