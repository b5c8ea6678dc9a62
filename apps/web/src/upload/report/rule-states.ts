import Cancel from "@mui/icons-material/Cancel";
import CheckCircle from "@mui/icons-material/CheckCircle";
import Warning from "@mui/icons-material/Warning";

const PASSED = { word: "Passed", color: "success.main", Icon: CheckCircle };
const WARNED = { word: "Warning", color: "warning.main", Icon: Warning };
const FAILED = { word: "Failed", color: "error.main", Icon: Cancel };

/** The look of a rule, and of a whole folder, by its state. */
export const STATES = { passed: PASSED, warned: WARNED, failed: FAILED } as const;
export const VERDICTS = { valid: PASSED, warnings: WARNED, blocked: FAILED } as const;
