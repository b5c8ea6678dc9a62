import { styled } from "@mui/material/styles";

/** The links of a tab bar. */
export const LinkStrip = styled("nav")({ display: "flex", alignItems: "stretch", gap: 4 });
