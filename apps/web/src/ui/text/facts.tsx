import Box from "@mui/material/Box";

/** A small list of names and values, as in tooltips. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <Box
      component="span"
      sx={{ display: "grid", gridTemplateColumns: "max-content minmax(0, 1fr)", columnGap: 1 }}
    >
      {of.map(([name, value]) => (
        <Box component="span" key={name} sx={{ display: "contents" }}>
          <Box component="span" sx={{ color: "#cfdaee" }}>
            {name}
          </Box>
          <span>{value}</span>
        </Box>
      ))}
    </Box>
  );
}
