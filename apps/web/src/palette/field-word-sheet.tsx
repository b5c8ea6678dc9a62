import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { ModalDialog } from "../ui/dialog/modal-dialog.tsx";
import { FIELD_WORDS } from "../ui/glossary/field-words.ts";
import { ScrollRegion } from "../ui/page/scroll-region.tsx";

/** Every word of the trade that the screens use, with its meaning. */
export function FieldWordSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalDialog
      title="Field words"
      width="md"
      onClose={onClose}
      contentSx={{ overflow: "hidden" }}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ScrollRegion label="Field words" maxHeight="62vh">
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
      </ScrollRegion>
    </ModalDialog>
  );
}
