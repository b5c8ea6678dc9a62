import Button from "@mui/material/Button";

export interface MeasureButtonsProps {
  readonly isEmpty: boolean;
  readonly undo: () => void;
  readonly clear: () => void;
  readonly end: () => void;
}

/** Takes corners back, and ends measuring. */
export function MeasureButtons({ isEmpty, undo, clear, end }: MeasureButtonsProps) {
  return (
    <div>
      <Button size="small" disabled={isEmpty} onClick={undo}>
        Undo corner
      </Button>
      <Button size="small" disabled={isEmpty} onClick={clear}>
        Clear
      </Button>
      <Button size="small" onClick={end}>
        End
      </Button>
    </div>
  );
}
