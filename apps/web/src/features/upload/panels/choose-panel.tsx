import FolderOpen from "@mui/icons-material/FolderOpen";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";

interface Props {
  /** The name that the folder must have. */
  readonly folder: string;
  readonly updating: boolean;
  readonly readOnly: boolean;
}

/** Waits for a folder. */
export function ChoosePanel({ folder, updating, readOnly }: Props) {
  return (
    <Paper
      component="section"
      aria-label="Select a folder"
      variant="outlined"
      sx={{ p: 6, textAlign: "center", borderStyle: "dashed" }}
    >
      <FolderOpen sx={{ fontSize: 48, color: "text.secondary" }} />
      <Typography variant="h2" sx={{ mb: 1 }}>
        {updating ? "Select the folder that holds the new files" : "No data has been uploaded yet"}
      </Typography>
      {!readOnly && (
        <Typography color="textSecondary">
          {"Use Upload Flight Folder, or drop the folder "}
          <strong>{folder}</strong>
          {" anywhere on this page."}
        </Typography>
      )}
    </Paper>
  );
}
