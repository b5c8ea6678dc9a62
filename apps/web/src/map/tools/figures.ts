import { locale } from "../../ui/language/language.ts";
/** Metres as they are read: `850 m`, `12.34 km`, `1,234 km`. */
export function formatLength(metres: number): string {
  if (metres < 1000) return `${Math.round(metres)} m`;
  return `${inDigits(metres / 1000)} km`;
}

/** Square metres as they are read: `850 m²`, `12.3 ha`, `1.24 km²`. */
export function formatArea(squareMetres: number): string {
  if (squareMetres < 10_000) return `${Math.round(squareMetres)} m²`;
  if (squareMetres < 1_000_000) return `${inDigits(squareMetres / 10_000)} ha`;
  return `${inDigits(squareMetres / 1_000_000)} km²`;
}

function inDigits(value: number): string {
  const digits = value < 100 ? 2 : value < 1000 ? 1 : 0;
  return value.toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
