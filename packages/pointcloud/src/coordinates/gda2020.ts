const FIRST_ZONE_CODE = 7846;
const FIRST_ZONE = 46;
const LAST_ZONE = 59;

const GEOCENTRIC = 7842;
/** Of two and of three axes. */
const GEOGRAPHIC = new Set([7843, 7844]);

/**
 * Definition, as PROJ writes it, of Australia's GDA2020 (EPSG 7842 to 7844) and its MGA2020 zones 46 to 59
 * (EPSG 7846 to 7859), which lists of older codes lack; undefined for other codes. Source: ICSM,
 * _GDA2020 Technical Manual_ 1.8, 2.1 and 4.1.
 */
export function gda2020Definition(epsg: number): string | undefined {
  const datum = "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0";
  if (GEOGRAPHIC.has(epsg)) return `+proj=longlat ${datum} +no_defs`;
  if (epsg === GEOCENTRIC) return `+proj=geocent ${datum} +units=m +no_defs`;
  const zone = epsg - FIRST_ZONE_CODE + FIRST_ZONE;
  if (zone < FIRST_ZONE || zone > LAST_ZONE) return undefined;
  return `+proj=utm +zone=${zone} +south ${datum} +units=m +no_defs`;
}
