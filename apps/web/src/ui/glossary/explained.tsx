import Box from "@mui/material/Box";
import { Tooltip } from "../text/tooltip.tsx";
import { piecesOf } from "./field-words.ts";

interface ExplainedProps {
  readonly text: string;
  /** Texts above it, whose words are explained there. */
  readonly after?: readonly string[];
}

/**
 * A text whose words of the trade explain themselves to the pointer. They take no focus, which would
 * cost a press of Tab each: by keyboard, 'Field words' of the palette has them all.
 */
export function Explained({ text, after }: ExplainedProps) {
  return piecesOf(text, after).map(({ text: piece, word }, at) =>
    word === undefined ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a text's pieces stay where they are
      <Tooltip key={at} title={word.meaning} describeChild enterTouchDelay={0}>
        <Box
          component="span"
          sx={{
            cursor: "help",
            textDecoration: "underline dotted",
            textDecorationColor: "var(--mui-palette-text-disabled)",
            textUnderlineOffset: "3px",
          }}
        >
          {piece}
        </Box>
      </Tooltip>
    ),
  );
}
