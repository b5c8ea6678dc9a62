/** What aircraft are, in the flight log. */
export const AIRCRAFT_TYPES = ["FixedWing", "Rotary"] as const;
