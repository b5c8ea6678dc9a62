import Box from "@mui/material/Box";
import { FIELD_WORDS } from "../ui/glossary/field-words.ts";
import { Sheet, type SheetProps } from "./sheet.tsx";

/** Every word of the trade that the screens use, with its meaning. */
export function FieldWordSheet({ onClose }: SheetProps) {
  return (
    <Sheet title="Field words" onClose={onClose}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: "grid",
          gridTemplateColumns: { xs: "1fr", sm: "128px 1fr" },
          columnGap: 2,
          rowGap: { xs: 0.25, sm: 1 },
          "& dt": { fontWeight: 600 },
          "& dd": { m: 0, mb: { xs: 1, sm: 0 } },
        }}
      >
        {FIELD_WORDS.map(({ word, meaning }) => [
          <dt key={word}>{word}</dt>,
          <dd key={`${word} means`}>{meaning}</dd>,
        ])}
      </Box>
    </Sheet>
  );
}
