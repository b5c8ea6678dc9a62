import { useColorScheme } from "@mui/material/styles";

/** Whether the look is dark, as chosen here or, where nothing is, by the system. */
export function useDark(): boolean {
  const { mode = "light", systemMode } = useColorScheme();
  return (mode === "system" ? systemMode : mode) === "dark";
}
